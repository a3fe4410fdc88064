#include "brink/stats/side_comparison.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

namespace brink::stats {

SideComparison compare_sides(std::span<const SideChanges> items, int n_draws, std::uint64_t seed) {
  std::vector<double> differences;
  double sum = 0;
  for (const SideChanges& item : items) {
    if (item.n_before == 0 || item.n_after == 0) continue;
    const double before = static_cast<double>(item.changed_before) / item.n_before;
    differences.push_back(before - static_cast<double>(item.changed_after) / item.n_after);
    sum += differences.back();
  }
  SideComparison out;
  out.n_items = static_cast<int>(differences.size());
  if (differences.empty()) {
    out.difference = Estimate::undefined("no item with both sides");
    return out;
  }
  const double n = out.n_items, mean = sum / n;
  out.difference = Estimate::of(mean);
  out.flips = sign_flip_draws(differences, n_draws, seed);
  if (differences.size() < 2) return out;
  double squares = 0;
  for (const double d : differences) squares += (d - mean) * (d - mean);
  const double half = quantile(boost::math::students_t(n - 1), 0.975) * std::sqrt(squares / (n - 1) / n);
  out.interval = Interval{std::max(-1.0, mean - half), std::min(1.0, mean + half)};
  return out;
}

}  // namespace brink::stats
