#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/order_test.h"

namespace brink::stats {

/// Where an item's answers went when its texts were cut short, variant by variant.
struct CutItem {
  int m = 0;
  std::vector<std::vector<int>> orders;        // per variant: slot -> content, [V][m]
  std::vector<std::vector<int>> destinations;  // per variant: the contents that answers changed to, one per change, [V]
};

/// Counts of the slots changed to, and their moments when only the content decides.
///
/// Null: what happened in a variant (original content, cuts, contents changed to) is dealt out whole to the item's V
/// variants, all V! ways alike. With a_j(w, v) = how many of the changes that happened in variant w show at slot j of
/// variant v, and d_j = a_j centred over w and over v:
///
///   E n_j = sum_wv a_j / V,    Cov(n_j, n_k) = sum_wv d_j d_k / (V - 1)
///
/// so that conditional_chi_square() of these is the omnibus test of direction, and its pulls are shares of all changes
/// beyond what the contents explain. One variant has no variance. A content shown twice counts half at either slot.
/// Source: Hoeffding 1951; specification statistics.md 1, 6.
SlotMoments destination_moments(const CutItem& item);

/// Do changes go to one slot?
struct Direction {
  double n_changes = 0, n_to_slot = 0;
  Estimate share, null_share;  // n_to_slot / n_changes; its exact mean under the null. Undefined: "no change"
  Estimate p;                  // P(share >= observed), (b + 1) / (B + 1) when drawn; also undefined: "no item can vary"
  int n_draws = 0;             // B; 0: exact
};

/// The test of destination_moments() for one slot: exact by convolution of the items' V! deals where no item that can
/// vary has more than 6 variants or a content shown twice, else by n_draws seeded draws.
/// @param slot  chosen beforehand or on other items; where it is chosen from these, see preferred_slot.h.
Direction direction_test(std::span<const CutItem> items, int slot, int n_draws, std::uint64_t seed);

}  // namespace brink::stats
