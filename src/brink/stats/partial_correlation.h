#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Values or their ranks: Pearson's and Spearman's correlation.
enum class Scale { kValues, kRanks };

/// Correlation of x and y with k variables held fixed.
struct PartialCorrelation {
  int n = 0, df = 0;                      // df = n - 2 - k
  Estimate r;                             // undefined: "n too small", "constant", "collinear"
  Estimate plain;                         // without the variables; undefined: "n too small", "constant"
  Estimate t, p, p_greater;               // p two-sided. As r; t also "perfect" (|r| = 1, where p is 0)
  std::optional<Interval> interval;       // 95 %; absent where r has no value, is perfect, or n - k - 3 < 1
  std::optional<Interval> interval_1921;  // the same with Pearson's standard error whatever the scale
};

/// r = e_x . e_y / (|e_x| |e_y|), e the residuals of least squares on the k variables and a constant; t = r sqrt(df /
/// (1 - r^2)).
///
/// Interval: tanh(atanh r +- 1.96 se), se^2 = 1 / (n - k - 3), for ranks times 1 + r^2 / 2.
/// Linear control cannot remove what a held variable does to x and y by a curve: see spec seed-errata.md.
///
/// @param x, y  [n]; held [n, k]; all finite. Ranks are taken of every variable.
/// Source: Fisher 1924 (df); Fisher 1921, Bonett & Wright 2000 (intervals); specification statistics.md 5.
/// Oracle: golden `partial_corr` (SciPy, pingouin), whose interval is interval_1921.
PartialCorrelation partial_correlation(const Eigen::VectorXd& x, const Eigen::VectorXd& y, const Eigen::MatrixXd& held,
                                       Scale scale);

/// P(|r*| >= |r|) where y's residuals are dealt out to the items anew and r recomputed (Freedman & Lane 1983): for
/// variables of few values, whose r is not normal.
///
/// p = (b + 1) / (n_draws + 1). O(n_draws n k).
/// @param within  empty, or per item a group: residuals stay within it. With groups of equal held values the test is
///                exact for independence of x and y given them, curved effects of the held variables included.
/// @return undefined as r of partial_correlation().
Estimate permutation_p(const Eigen::VectorXd& x, const Eigen::VectorXd& y, const Eigen::MatrixXd& held, Scale scale,
                       int n_draws, std::uint64_t seed, std::span<const std::int64_t> within = {});

/// "*", "**", "***" where p < .05, .01, .001; else "".
constexpr std::string_view stars(double p) { return p < 0.001 ? "***" : p < 0.01 ? "**" : p < 0.05 ? "*" : ""; }

}  // namespace brink::stats
