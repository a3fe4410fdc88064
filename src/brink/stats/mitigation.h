#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"
#include "brink/stats/read_item.h"

namespace brink::stats {

/// Content probabilities averaged over the variants, [m]. Over a full cyclic set the result does not depend on the
/// shift.
/// @param item  at least one variant.
std::vector<double> permutation_average(const ReadItem& item);

/// The most frequent content; a tie goes to the one seen first.
/// @param contents  at least one, in the order of the variants.
int majority_content(std::span<const int> contents);

/// The model's prior over the slots (or their labels), by the log-probabilities it gives them whatever stands there:
///
///   prior ~ mean over items of softmax_j(mean_v log p_v(j))
///
/// @param calibration  items of one m over all cyclic (or all) orders; leave them out of what is then corrected. At
///                     least one. Probabilities below 1e-10 count as 1e-10.
/// @return [m], adding to 1.
/// Source: Zheng et al. 2024 (PriDe), eq. 5 to 7.
std::vector<double> slot_prior(std::span<const ReadItem> calibration);

/// p(j) / prior(j), scaled to add to 1: PriDe's corrected probabilities of one variant's slots.
std::vector<double> without_prior(std::span<const double> p, std::span<const double> prior);

/// What order effect a vote leaves: over a full cyclic set it cannot see the shift, but it can see the direction.
struct VoteDisagreement {
  int n = 0, n_differ = 0;
  Estimate share;                    // undefined: "no item"
  std::optional<Interval> interval;  // 95 %, Wilson
};

/// @param votes  per item: contents voted for over the cyclic set, and over the cyclic set of the reversed order (2m
///               variants).
/// Source: specification statistics.md 8.
VoteDisagreement vote_disagreement(std::span<const std::pair<int, int>> votes);

}  // namespace brink::stats
