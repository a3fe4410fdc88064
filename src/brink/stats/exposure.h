#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// A changed answer, and what the text before the cut had spoken of.
struct ExposedChange {
  std::int64_t item;
  int original, destination;          // slots, different
  std::vector<double> mention_share;  // [m] share of the mentions before the cut that name each slot
};

/// Do answers change to what was mentioned?
struct Exposure {
  int n = 0, n_items = 0;
  Estimate log_odds;                 // of a destination per unit of mention share: never mentioned against only it
  Estimate p;                        // two-sided
  std::optional<Interval> interval;  // 95 %, clustered by item; absent with one item
};

/// b in P(destination = j) ~ exp(b share_j + c_j) over the slots other than the original: a conditional logit.
///
/// The slots' own terms c keep a preferred slot from passing for exposure; they have a normal prior (sd 3 logits) that
/// keeps them finite where a slot was never changed to. Maximum likelihood, sandwich over items, Student t.
/// @param changes  of items of any m: a slot's term is that of all items that have it.
/// @return undefined: "no change", "mentions say nothing" (the shares of what could be changed to do not differ),
///         "every change is to what was mentioned more" (or less): those of slots mentioned alike left out.
/// Source: McFadden 1974; specification statistics.md 6. Oracle: exposure_test.cpp, SciPy.
Exposure exposure(std::span<const ExposedChange> changes);

}  // namespace brink::stats
