#pragma once

#include <optional>
#include <span>

namespace brink::stats {

/// Least-squares slope of y on x: sum (x - mean x)(y - mean y) / sum (x - mean x)^2. Nothing where x does not vary, as
/// with fewer than two points.
std::optional<double> slope(std::span<const double> x, std::span<const double> y);

}  // namespace brink::stats
