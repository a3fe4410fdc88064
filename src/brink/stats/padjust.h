#pragma once

#include <span>
#include <vector>

namespace brink::stats {

/// Multiplicity-adjusted p-values of a family: reject at level a where the adjusted p is at most a.
/// @param p  [m] in [0, 1], any order; results are parallel to it.
std::vector<double> benjamini_hochberg(std::span<const double> p);   // false discovery rate, independent or PRDS
std::vector<double> benjamini_yekutieli(std::span<const double> p);  // false discovery rate, any dependence
std::vector<double> holm(std::span<const double> p);                 // family-wise error, step-down
std::vector<double> bonferroni(std::span<const double> p);           // family-wise error

/// Rejections at alpha by the step-wise rules themselves: at a tie the adjusted p-value may round to the other side.
std::vector<bool> reject_benjamini_hochberg(std::span<const double> p, double alpha);
std::vector<bool> reject_holm(std::span<const double> p, double alpha);

// Sources: Benjamini & Hochberg 1995; Benjamini & Yekutieli 2001; Holm 1979. Oracle: golden `padjust` (statsmodels).

}  // namespace brink::stats
