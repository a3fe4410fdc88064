#pragma once

/// Below these a figure cannot mean anything: it is absent, with the reason (docs/results.md, "Too few").
namespace brink {

inline constexpr int kMinResampled = 5;   // items of a resampled interval
inline constexpr int kMinTested = 5;      // items that a probe is tested on
inline constexpr int kMinDimension = 10;  // items of a dimension of hidden states
inline constexpr int kMinTrend = 20;      // complete items of what is held against length; answers of a calibration
inline constexpr int kMinExpected = 5;    // of the counts of a chi-square of a table

/// Below this resampled intervals are too narrow, or a share of answers is loose: the figure stands, and that is said.
inline constexpr int kFew = 30;

}  // namespace brink
