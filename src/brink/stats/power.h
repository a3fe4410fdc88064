#pragma once

#include "brink/base/estimate.h"

namespace brink::stats {

/// What a study of n items can find: before it is run, so under stated assumptions.

struct PowerGoal {
  double alpha = 0.05;  // of the test
  double power = 0.8;
};

/// The smallest pull of one slot that the order test (order_test.h) finds, when the other slots lose it in equal parts:
///
///   pull = sqrt(lambda (m - 1) / (n V f)) / m,    f = 1 on balanced orders, (V - 1) / V on others
///
/// lambda is the noncentrality at which a chi-square on m - 1 df exceeds its 1 - alpha quantile with the given power.
/// Of n V answers that are guesses but for the pull, O - E of the slot is n V f pull, and their covariance
/// n V f (I - 11'/m) / m, of which the first formula is the solution. Guesses are the worst case: a model that keeps
/// some contents whatever the order leaves the test less variance, so the same pull is found with fewer items. A pull
/// that is the same for all variants of an item (the items differ, their variants do not) needs up to
/// sqrt(m / (m - 1)) times as much.
///
/// The same number is the smallest change of the pull per standard deviation of log length that the score test of
/// statistics.md 4 finds: its information is the order test's, times the variance of the centred regressor.
///
/// @param n_items  answered in all their variants.  @param m  options, at least 2.
/// @return in (0, 1 - 1/m]. Undefined: "no item", "one order: nothing to compare", "no pull is large enough".
/// Source: Guenther 1977 (noncentral chi-square); specification statistics.md 1, 4. power_test.cpp simulates it.
Estimate smallest_pull(int n_items, int n_variants, int m, bool balanced, const PowerGoal& goal = {});

/// The smallest partial correlation over n items that is found with a two-sided test of Fisher's z:
///
///   atanh(rho) = (z_{1 - alpha/2} + z_power) sqrt((1 + rho^2 / 2) / (n - 3 - k))
///
/// with k variables held fixed. The factor 1 + rho^2 / 2 is for ranks (Spearman); for Pearson it is 1.
/// @return in (0, 1). Undefined: "too few items" (n <= 3 + k, or no rho below 1 is found).
/// Source: Fisher 1921; Bonett & Wright 2000; specification statistics.md 5. power_test.cpp simulates it.
Estimate smallest_partial_rho(int n_items, int n_held_fixed, const PowerGoal& goal = {});

}  // namespace brink::stats
