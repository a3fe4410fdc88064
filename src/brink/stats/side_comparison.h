#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"
#include "brink/stats/sign_flip.h"

namespace brink::stats {

/// One item's continuations from cuts before its commitment point, and from cuts after it.
struct SideChanges {
  int n_before = 0, changed_before = 0;
  int n_after = 0, changed_after = 0;
};

/// Do answers change more often before the commitment point?
struct SideComparison {
  int n_items = 0;      // with continuations on both sides
  Estimate difference;  // mean of the items' rate before less rate after; undefined: "no item with both sides"
  std::optional<Interval> interval;  // 95 %, Student t over items, in [-1, 1]; absent with one item
  SignFlip flips;                    // of the items' differences
};

/// The item is the unit: its continuations are not independent, so a 2 x 2 table of them has too small a p.
/// Source: specification statistics.md 6.
SideComparison compare_sides(std::span<const SideChanges> items, int n_draws, std::uint64_t seed);

}  // namespace brink::stats
