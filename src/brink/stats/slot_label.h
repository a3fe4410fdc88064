#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/chi_square.h"

namespace brink::stats {

/// One item's choices, with the label that stood at each slot.
struct LabelledItem {
  AnsweredItem read;                     // contents all different
  std::vector<std::vector<int>> labels;  // per answered variant: slot -> number of its label, [V][m]
};

/// What draws choices: the slots, or the labels, each with the other held fixed.
struct Attraction {
  struct Term {
    double logit;                     // against the mean of all slots (or labels)
    std::optional<double> low, high;  // 95 %, clustered by item
  };
  std::vector<Term> terms;        // [largest m]; empty where the design does not identify them
  std::optional<ChiSquare> test;  // of all terms = 0
  std::string why_undefined;      // why there is neither
};

struct SlotLabel {
  int n_items = 0, n_informative = 0;
  int n_too_large = 0;     // items with more arrangements than are counted: left out
  bool separated = false;  // every choice follows from the terms: they are held finite by the prior, no intervals
  Attraction slots, labels;
};

/// Tells a preference for a place from one for a label: conditional logit of the arrangement of an item's chosen
/// contents c_1..c_V over its variants, given which contents they are.
///
///   P(c_1..c_V | contents) ~ exp(sum_v b[slot(c_v, v)] + g[label(c_v, v)])
///
/// A model that chooses content c in variant v with probability ~ exp(u_c + b[slot] + g[label]) follows it exactly,
/// whatever its preferences u of each item: they cancel. At b = g = 0 the score test of b alone is
/// conditional_chi_square().
///
/// Maximum likelihood with a weak normal prior (sd 3 logits) that keeps separated terms finite; the sum over all
/// arrangements is exact, by counting through the multisets of contents still to come (at most 4,096 of them an item).
/// Intervals: sandwich over items, Student t. Test: efficient score with the other side's terms fitted, df = rank.
///
/// @return per side undefined: "no informative item"; "the options never change their slots" (or labels); "each label
///         stays at its slot"; "too few informative items".
/// Source: specification statistics.md 4; McFadden 1974, Chamberlain 1980 (conditional logit).
SlotLabel slot_label(std::span<const LabelledItem> items);

}  // namespace brink::stats
