#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/order_test.h"

namespace brink::stats {

/// Is one slot preferred, whichever it is, when it is chosen from the same items?
struct PreferredSlot {
  std::vector<int> times_chosen;  // [m] splits in which the slot was the one to test
  Estimate p;                     // one-sided; undefined: "no item can vary"
};

/// Splits the items in two halves n_splits times; in each the slot with the greatest O - E of one half is tested on the
/// other, p_s = 1 - Phi((O - E) / sd) by its exact null moments (1 where that half cannot vary). p = min(1, 2 median
/// p_s).
///
/// @param items   slot_moments() for the slots chosen, destination_moments() for those changed to.
/// @param hashes  of the items, parallel: an item's half depends on its hash, the seed and the split alone.
/// Asymptotic, and on the safe side: twice the median of p-values that are not independent is rarely small by chance.
/// Source: Ruschendorf 1982; Meinshausen, Meier & Buhlmann 2009; specification statistics.md 6.
PreferredSlot preferred_slot(std::span<const SlotMoments> items, std::span<const std::uint64_t> hashes,
                             std::uint64_t seed, int n_splits = 50);

}  // namespace brink::stats
