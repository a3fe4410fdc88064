#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/monotonic.h"
#include "brink/stats/proportion.h"
#include "brink/stats/resamples.h"

namespace brink::stats {

/// An item with what its answers have to do with its length.
struct LengthItem {
  double length;            // mean over its variants
  std::optional<double> y;  // PBS or excess PBS; absent where a variant was not read
  double least, greatest;   // what y could have been; both y where it is there
};

struct LengthBin {
  int n = 0, n_incomplete = 0;       // items with y, and without
  double shortest = 0, longest = 0;  // of the items with y
  double mean_length = 0;            // of the same
  Estimate mean, se;                 // of y; se undefined: "one value"
  std::optional<Interval> interval;  // 95 % bootstrap over items
  double least = 0, greatest = 0;    // mean of the bounds, incomplete items included
};

/// Does y grow from bin to bin?
struct LengthBins {
  std::vector<LengthBin> bins;  // by length; empty: fewer than k items with y
  std::vector<int> violations;  // i of each viol@i: the mean of bin i + 1 is not above that of bin i, bins from 1
  Monotonicity order;           // of the means; of no meaning with fewer than two bins
  int ties_split = 0;           // borders between equal lengths
};

/// The k bins are of equal size over the items with y, as in the paper; an item without y joins the first bin whose
/// longest item is not shorter, else the last. Answers that were cut off are missing and long: see the bounds.
///
/// @param items   sorted by id, which settles ties.  @param k  at least 1; the report has 3, 4, 5, 10.
/// @param n_boot  draws per bin; 0: no intervals.
/// @param kept    see bootstrap_mean().
/// Source: "More Thinking, More Bias", Fig. 1 and Table 3; specification position-bias.md 5, decisions.md 14, 15.
LengthBins length_bins(std::span<const LengthItem> items, int k, int n_boot, std::uint64_t seed,
                       Resamples* kept = nullptr);

}  // namespace brink::stats
