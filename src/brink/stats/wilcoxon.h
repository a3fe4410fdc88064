#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// p-values of both directions: greater = the first of the pair is the greater one.
struct Directions {
  double greater, less, two_sided;
};

/// The test with the zero differences treated one way.
struct SignedRanks {
  double w_plus = 0, w_minus = 0;       // sums of the ranks of positive and of negative differences
  Estimate z;                           // undefined: "empty", "all zero"
  std::optional<Directions> normal;     // tie-corrected, no continuity correction (SciPy's default); absent as z
  std::optional<Directions> normal_cc;  // with continuity correction 1/2
  std::optional<Directions> exact;      // sign flips of the (mid)ranks as they are; at most kMostExactPairs differences
  std::string why_no_exact;
};

/// Paired comparison by Wilcoxon's signed ranks.
struct Wilcoxon {
  static constexpr int kMostExactPairs = 200;
  static constexpr int kMostTextbookPairs = 50;
  static constexpr int kMostCountedPairs = 13;

  int n = 0, n_zero = 0, n_positive = 0, n_negative = 0;
  bool has_ties = false;            // among the differences that are not zero
  Estimate mean_diff, median_diff;  // undefined: "empty", "not finite"
  SignedRanks wilcox;               // zeros dropped before ranking
  SignedRanks pratt;                // zeros ranked with the rest, then dropped
  Estimate rank_biserial;           // (w_plus - w_minus) / (w_plus + w_minus) of `wilcox`, in [-1, 1]; as z

  /// As SciPy chooses: exact up to 50 pairs without ties and zeros, up to 13 with them, else normal. Absent as z.
  const std::optional<Directions>& p() const;
};

/// @param x, y          [n] pairs, not NaN.
/// @param tie_decimals  differences are rounded to so many decimals before zeros and ties are found, in 0..22: PBS is a
///                      square root, and equal differences of it need not be equal bit for bit.
/// Source: Wilcoxon 1945, Pratt 1959, Cureton 1967; Kerby 2014 (rank-biserial); specification decisions.md 17.
/// Oracle: golden `wilcoxon` (SciPy).
Wilcoxon wilcoxon(std::span<const double> x, std::span<const double> y, int tie_decimals = 12);

}  // namespace brink::stats
