#include "brink/stats/quantile.h"

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

}  // namespace brink::stats
