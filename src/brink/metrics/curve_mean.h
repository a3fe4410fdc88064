#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "brink/metrics/curves.h"
#include "brink/metrics/support.h"

namespace brink {

inline constexpr auto kCurve = "a commitment curve";  // what metrics need
inline constexpr auto kNoCurves = "no commitment curve: treatments = [\"curve\"] in the study";

/// Mean of a number of answers with a curve, items as clusters; answers that have none are left out and counted.
template <class Of>
Result mean_over_curves(const MetricInput& input, MeanOf what, Of&& of) {
  const std::vector<ItemCurves>& items = item_curves(input);
  if (items.empty()) return undefined(kNoCurves);
  std::vector<stats::ClusterSum> sums;
  int n_without = 0;
  for (const ItemCurves& item : items) {
    stats::ClusterSum& sum = sums.emplace_back(stats::ClusterSum{});
    for (const AnswerCurve& one : item.curves) {
      const std::optional<double> value = of(one);
      if (!value) {
        ++n_without;
        continue;
      }
      sum.sum += *value;
      ++sum.n;
    }
  }
  Result r = item_mean(input, std::move(sums), what);
  if (n_without > 0) r.left_out["curve without it"] = n_without;
  return r;
}

}  // namespace brink
