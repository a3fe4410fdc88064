#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/chi_square.h"

namespace brink::stats {

/// An item's choices and how long its answers were.
struct ChoicesAtLength {
  AnsweredItem read;
  double log_length;  // natural; of the mean length over the item's variants
};

/// What one slot draws, against the mean of all slots.
struct PullTerm {
  double logit;  // at the mean log length (b0)
  double slope;  // change of it per unit of log length (b1); times log 2, per doubling
  std::optional<double> slope_se, slope_low, slope_high;  // clustered by item, 95 %
};

/// Does the pull of the slots grow with length when content and difficulty are conditioned out?
struct Decoupling {
  int n_items = 0, n_informative = 0;  // informative: the slot counts could have come out otherwise
  int n_too_large = 0;                 // items of more arrangements than are counted: left out
  bool separated = false;              // every choice follows from the terms: held finite by the prior, no intervals
  std::vector<PullTerm> terms;         // [largest m]
  std::optional<ChiSquare> order;      // score test of b0 = 0 at b1 = 0: is conditional_chi_square()
  std::optional<ChiSquare> score;      // of all b1 = 0, b0 fitted: the primary test
  std::optional<ChiSquare> likelihood_ratio, wald;  // of the same; wald with the covariance clustered by item
  std::string why_undefined;                        // why there is none of them
};

/// Conditional logit of which variant got which of the contents c_1..c_V that were chosen:
///
///   P(c_1..c_V | contents) ~ exp(sum_j b_j n_j),    b_j = b0_j + b1_j (log L_i - mean of the informative items)
///
/// with n_j the choices at slot j, over all distinct arrangements (by counting through the multisets of contents still
/// to come). A model that chooses content c at slot j with probability ~ exp(u_ic + b_j) follows it whatever its
/// preferences u_ic, so that hard items being long does not make b1. Terms are contrasts between slots: one of them is
/// not identified. Contents shown twice share their slots.
///
/// Maximum likelihood with a weak normal prior (sd 3 logits) that keeps separated terms finite; tests leave it out of
/// the information. df = rank.
/// @return undefined: "no informative item", "length does not vary".
/// Source: McFadden 1974, Chamberlain 1980 (conditional logit); specification statistics.md 4.
Decoupling decoupling(std::span<const ChoicesAtLength> items);

}  // namespace brink::stats
