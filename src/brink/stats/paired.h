#pragma once

#include <cstdint>
#include <optional>

#include "brink/stats/chi_square.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Two yes-no conditions on the same items, one pair an item.
struct PairedProportions {
  double diff = 0;    // share of yes in the second condition less that in the first
  Interval interval;  // 95 %, Newcombe's square-and-add
  double p = 1;       // exact McNemar, two-sided: binomial(second only; both discordant, 1/2)
};

/// With l, u the ends of Wilson's interval of each share and phi the correlation of the pairs,
///
///   low  = diff - sqrt((p2 - l2)^2 - 2 phi (p2 - l2)(u1 - p1) + (u1 - p1)^2),   high alike with the other ends;
///   phi  = (ad - bc) / sqrt((a+b)(c+d)(a+c)(b+d)), a positive numerator less n/2 but not below 0; 0 with a zero margin
///
/// so that the interval does not collapse where no pair differs.
/// @param both, first_only, second_only, neither  items; at least one in all.
/// Source: Newcombe 1998, Statistics in Medicine 17:2635, method 10; McNemar 1947.
PairedProportions paired_proportions(std::int64_t both, std::int64_t first_only, std::int64_t second_only,
                                     std::int64_t neither);

/// McNemar's test of two yes-no conditions on the same items, in the forms that are in use.
struct McNemar {
  double p_exact = 1;                   // as PairedProportions::p
  double p_mid = 1;                     // half of the observed outcome's probability counts
  std::optional<ChiSquare> chi_square;  // (b - c)^2 / (b + c); absent without a discordant pair
  std::optional<ChiSquare> continuity;  // (|b - c| - 1)^2 / (b + c), not below 0
};

/// @param b, c  items that changed, one way and the other; b + c up to 2^31 - 1.
/// Source: McNemar 1947; Fagerland, Lydersen & Laake 2013 (mid-p). Oracle: golden `mcnemar` (statsmodels).
McNemar mcnemar(std::int64_t b, std::int64_t c);

}  // namespace brink::stats
