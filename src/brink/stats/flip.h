#pragma once

#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// One item's answers over its variants, in both readings. A gap is absent in both.
struct VariantAnswers {
  std::vector<std::optional<int>> slots;     // [V] shown position chosen
  std::vector<std::optional<int>> contents;  // [V] option chosen; options with equal text carry one number
};

/// How often the chosen content changes with the order. Complete: every variant was answered; partial: at least two.
struct Flip {
  int n_complete = 0, n_partial = 0;
  int n_vs_first = 0;                                     // pairs (variant 0, a later variant), both answered
  Estimate flip_rate, flip_rate_partial;                  // share of items whose contents are not all the same
  Estimate pair_disagreement, pair_disagreement_partial;  // mean share of unordered variant pairs that differ
  Estimate flip_vs_first;                                 // share of the n_vs_first pairs that differ
  Estimate same_slot_rate;                                // share of complete items with one slot throughout
};

/// Undefined: "no complete item", "no item with two answers", "no pair with the first variant".
/// Source: specification decisions.md 7, 8. Oracle: golden `flip`.
Flip flip(std::span<const VariantAnswers> items);

}  // namespace brink::stats
