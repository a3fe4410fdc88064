#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"
#include "brink/stats/pbs.h"
#include "brink/stats/pbs_null.h"

namespace brink::stats {

/// The items of a cell (model, mode, data set) together, against their nulls.
struct CellPbs {
  int n = 0, n_informative = 0;  // items; items whose PBS can vary under the null
  bool exact = true;             // no item's null was drawn
  Estimate mean_pbs, mean_null;  // undefined: "no usable item"
  Estimate excess;               // mean_pbs - mean_null; also undefined: "constant for m = 2" (every item has m = 2)
  Estimate sd_mean;              // null standard deviation of mean_pbs
  Estimate z, p_normal;          // one-sided, normal approximation; also undefined: "null has no variance"
  Estimate p;                    // P(sum_i sum_j n_ij^2 >= observed): exact convolution for any number of items
};

/// O(n) and a tail probability of the integer statistic; 100,000 items take about .1 s.
/// Source: specification statistics.md 2; decisions.md 5.
CellPbs cell_pbs(std::span<const ItemPbs> items);

/// P(sum of PBS >= observed) under the null: the same question asked of the sum of square roots, as the golden cases
/// do. Either `exact` (at most 60 informative items and 400,000 distinct sums), or rigorous bounds from a grid of step
/// max(2e-5, .87 n / 2^23) with every PBS rounded down and up. Some 4 million frequencies per bound.
struct PbsSumTail {
  std::optional<double> exact;
  std::optional<Bounds> bounds;
};
PbsSumTail pbs_sum_tail(std::span<const ItemPbs> items);

/// For m = 2, where PBS is constant given the contents: are items picked at the same slot in both orders picked at the
/// first one as often as at the second? Exact two-sided binomial (sign) test over complete items with m = 2.
struct SameSlotTest {
  int n = 0, n_first = 0;  // items with both answers at one slot; of these at slot 0
  Estimate p;              // undefined: "no item was picked at the same slot twice"
};
SameSlotTest same_slot_test(std::span<const ItemPbs> items);

}  // namespace brink::stats
