#include "brink/stats/quantile.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace brink::stats {

double quantile_sorted(std::span<const double> sorted, double q) {
  assert(!sorted.empty() && q >= 0 && q <= 1);
  const double at = static_cast<double>(sorted.size() - 1) * q;
  const auto below = static_cast<std::size_t>(std::floor(at));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double a = sorted[below], b = sorted[below + 1], t = at - std::floor(at);
  return t >= 0.5 ? b - (b - a) * (1 - t) : a + (b - a) * t;
}

void sort_for_quantile(std::span<double> values, double q) {
  assert(!values.empty() && q >= 0 && q <= 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(static_cast<double>(values.size() - 1) * q));
  const auto at = values.begin() + below;
  std::nth_element(values.begin(), at, values.end());
  if (at + 1 != values.end()) std::iter_swap(at + 1, std::min_element(at + 1, values.end()));
}

}  // namespace brink::stats
