#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// How accuracy is held fixed: by a straight line, or by a constant of its own for each of its values.
enum class Control { kNone, kLine, kFactor };

/// How much y changes when the length doubles.
struct LengthRegression {
  int n = 0, df = 0;
  Estimate slope;                    // per doubling, in the unit of y
  Estimate p;                        // two-sided
  std::optional<Interval> interval;  // 95 %; absent where p is undefined
};

/// b in y = f(accuracy) + b log2(length) by least squares, with HC3 standard errors and Student's t.
///
/// Accuracy over m variants has m + 1 values, and PBS depends on it by a curve: a factor removes what a line leaves.
/// @param length    > 0, any unit; y, accuracy: parallel to it, finite.
/// @return undefined: "n too small", "collinear" (the lengths differ only with accuracy, or not at all).
/// Source: specification statistics.md 4, 5.
LengthRegression slope_per_doubling(std::span<const double> length, std::span<const double> y,
                                    std::span<const double> accuracy, Control control);

/// y on a straight line over length.
struct LengthLine {
  int n = 0, df = 0;
  std::string why_undefined;   // "n too small" (fewer than 3), "collinear" (equal lengths); then nothing below is set
  std::vector<double> y;       // [n_at]
  std::vector<Interval> band;  // [n_at] 95 % of y, each for itself
  Estimate p;                  // of the slope, two-sided; undefined: "no variance"
};

/// a + b length by least squares at each of `at`, with HC3 standard errors and Student's t.
/// @param length, y  parallel, finite.
LengthLine line_over_length(std::span<const double> length, std::span<const double> y, std::span<const double> at);

}  // namespace brink::stats
