#include "brink/stats/risk_coverage.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace brink::stats {

Estimate aurc(const std::vector<bool>& right, std::span<const double> scores) {
  assert(right.size() == scores.size());
  const std::size_t n = right.size();
  if (n == 0) return Estimate::undefined("no observation");
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  double errors = 0, sum = 0;
  for (std::size_t first = 0; first < n;) {
    std::size_t past = first;
    double more = 0;
    for (; past < n && scores[order[past]] == scores[order[first]]; ++past) more += right[order[past]] ? 0 : 1;
    const double each = more / static_cast<double>(past - first);
    for (std::size_t k = first; k < past; ++k) {
      errors += each;
      sum += errors / static_cast<double>(k + 1);
    }
    first = past;
  }
  return Estimate::of(sum / static_cast<double>(n));
}

Estimate brier(const std::vector<bool>& right, std::span<const double> p) {
  assert(right.size() == p.size());
  if (right.empty()) return Estimate::undefined("no observation");
  double sum = 0;
  for (std::size_t i = 0; i < right.size(); ++i) sum += (p[i] - (right[i] ? 1 : 0)) * (p[i] - (right[i] ? 1 : 0));
  return Estimate::of(sum / static_cast<double>(right.size()));
}

}  // namespace brink::stats
