#pragma once

#include <span>

namespace brink::stats {

/// Quantile by linear interpolation at (n - 1) q (Hyndman & Fan type 7), rounded as numpy.quantile rounds, so that bin
/// edges made from it fall on the same side of equal values.
/// @param sorted  ascending, at least one value.  @param q  in [0, 1]
double quantile_sorted(std::span<const double> sorted, double q);

/// Rearranges the values so that quantile_sorted(values, q) is what it would be if they were sorted. O(n).
void sort_for_quantile(std::span<double> values, double q);

}  // namespace brink::stats
