#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Values in n_bins bins; bin 0 holds the least.
struct Binning {
  std::vector<int> bins;  // [n] bin of each value
  int n_bins = 0;
};

/// Equal-frequency bins by rank: values sorted by (value, input order), the first n mod k bins one larger.
/// Equal values may fall in two bins; ties_split counts the borders that part them.
/// @param values  n >= k finite values.  @param k  at least 1.
/// Source: specification decisions.md 14. Oracle: golden `quantile_bins`.
struct RankBinning : Binning {
  int ties_split = 0;
};
RankBinning rank_bins(std::span<const double> values, int k);

/// Bins (a, b] between the k + 1 linear quantiles, as pandas.qcut: equal values stay together, sizes may differ, a bin
/// may be empty.
/// @param drop_duplicates  merge equal edges into one, which gives fewer bins; trailing empty bins are not counted.
/// @return nothing where qcut raises ("duplicate edges"), or where no two different edges are left.
std::optional<Binning> quantile_bins(std::span<const double> values, int k, bool drop_duplicates = false);

/// What is in a bin.
struct BinSummary {
  int size = 0;
  std::optional<double> low, high;  // least and greatest value; absent in an empty bin
  Estimate y_mean;                  // undefined: "empty bin", "not finite"
  Estimate y_sem;                   // standard error, ddof 1; also undefined: "one value"
};
/// @param y  what to average per bin, parallel to values, or empty.
std::vector<BinSummary> summarize_bins(const Binning& binning, std::span<const double> values,
                                       std::span<const double> y);

}  // namespace brink::stats
