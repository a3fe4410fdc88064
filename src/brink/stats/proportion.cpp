#include "brink/stats/proportion.h"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

double normal_quantile(double level) { return quantile(boost::math::normal(), 0.5 + level / 2); }

Interval around(double centre, double half) { return {centre - half, centre + half}; }

/// Variance of a sample proportion.
double variance(double p, double n) { return p * (1 - p) / n; }

}  // namespace

Interval wilson(std::int64_t k, std::int64_t n, double level) {
  assert(n >= 1 && 0 <= k && k <= n);
  const double z = normal_quantile(level), trials = static_cast<double>(n);
  const double p = static_cast<double>(k) / trials, shrink = 1 + z * z / trials;
  const double centre = (p + z * z / (2 * trials)) / shrink;
  const double half = z * std::sqrt(variance(p, trials) + z * z / (4 * trials * trials)) / shrink;
  const Interval out = around(centre, half);
  return {k == 0 ? 0.0 : out.low, k == n ? 1.0 : out.high};  // exactly so, whatever the rounding
}

Interval clopper_pearson(std::int64_t k, std::int64_t n, double level) {
  assert(n >= 1 && 0 <= k && k <= n);
  const double tail = (1 - level) / 2, hits = static_cast<double>(k), misses = static_cast<double>(n - k);
  return {k == 0 ? 0.0 : quantile(boost::math::beta_distribution<>(hits, misses + 1), tail),
          k == n ? 1.0 : quantile(complement(boost::math::beta_distribution<>(hits + 1, misses), tail))};
}

TwoProportions two_proportions(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2) {
  const double z = normal_quantile(0.95);
  const double x1 = static_cast<double>(k1), x2 = static_cast<double>(k2);
  const double m1 = static_cast<double>(n1), m2 = static_cast<double>(n2);
  TwoProportions out{};
  out.p1 = x1 / m1;
  out.p2 = x2 / m2;
  out.diff = out.p1 - out.p2;
  out.wald = around(out.diff, z * std::sqrt(variance(out.p1, m1) + variance(out.p2, m2)));
  const Interval w1 = wilson(k1, n1), w2 = wilson(k2, n2);
  out.newcombe = {out.diff - std::hypot(out.p1 - w1.low, w2.high - out.p2),
                  out.diff + std::hypot(w1.high - out.p1, out.p2 - w2.low)};
  const double q1 = (x1 + 1) / (m1 + 2), q2 = (x2 + 1) / (m2 + 2);
  out.agresti_caffo = around(q1 - q2, z * std::sqrt(variance(q1, m1 + 2) + variance(q2, m2 + 2)));
  const double pooled = (x1 + x2) / (m1 + m2);
  const double se = std::sqrt(pooled * (1 - pooled) * (1 / m1 + 1 / m2));
  if (se > 0) {
    out.z = Estimate::of(out.diff / se);
    out.p = Estimate::of(2 * cdf(complement(boost::math::normal(), std::abs(out.diff / se))));
  } else {
    out.z = out.p = Estimate::undefined("no variance");
  }
  return out;
}

}  // namespace brink::stats
