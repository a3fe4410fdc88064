#pragma once

#include <optional>
#include <span>

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
  std::optional<Interval> interval;  // 95 %
};

/// b in y = f(accuracy) + b log2(length) by least squares, with HC3 standard errors and Student's t.
///
/// Accuracy over m variants has m + 1 values, and PBS depends on it by a curve: a factor removes what a line leaves.
/// @param length    > 0, any unit; y, accuracy: parallel to it, finite.
/// @return undefined: "n too small", "collinear" (the lengths differ only with accuracy, or not at all).
/// Source: specification statistics.md 4, 5.
LengthRegression slope_per_doubling(std::span<const double> length, std::span<const double> y,
                                    std::span<const double> accuracy, Control control);

}  // namespace brink::stats
