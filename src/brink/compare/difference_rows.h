#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/compare/differences.h"

namespace brink {

/// A number of both sides for one item: sums over n of its records.
struct PairSum {
  double a = 0, b = 0;
  int n = 0;
};

/// The rows that differences() returns, as they are added.
class DifferenceRows {
 public:
  using Group = std::map<std::string, std::string>;

  explicit DifferenceRows(std::uint64_t seed) : seed_(seed) {}

  /// Rows for a, b and b - a, which is returned; n = records, n_clusters = items.
  Result& add(std::string_view metric, double a, double b, int n, int n_items, const Group& more = {});
  void add_undefined(std::string_view metric, const std::string& reason);
  /// Means over the records of all items; the difference's interval from resampling items. Null where there are none.
  Result* add_mean(std::string_view metric, std::vector<PairSum> items, const std::string& why_none,
                   const Group& more = {});
  /// The same of logarithms: geometric means, and b / a in place of b - a.
  void add_ratio(std::string_view metric, std::vector<PairSum> logs, const std::string& why_none);
  /// Yes or no per item on both sides: [a][b] counts.
  void add_paired(std::string_view metric, const std::array<std::array<int, 2>, 2>& counts,
                  const std::string& why_none);
  /// One row by itself.
  Result& row(std::string_view metric, std::string_view side, const Group& more);

  std::uint64_t seed() const { return seed_; }
  std::vector<Result> take() { return std::move(rows_); }

 private:
  std::uint64_t seed_;
  std::vector<Result> rows_;
};

/// What the two sides make of the order of the options: excess_pbs, pbs with pbs_wilcoxon, pull.
void add_order_differences(DifferenceRows& to, const Pairing& pairing);

}  // namespace brink
