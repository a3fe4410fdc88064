#include "brink/stats/length_slope.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

double chance(double logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace

LengthSlope length_slope(std::span<const LengthChoices> items) {
  int n = 0, n_longer = 0;
  for (const LengthChoices& item : items) {
    assert(item.n > 0 && item.doublings > 0);
    n += item.n;
    n_longer += item.n_longer;
  }
  if (n == 0) return {Estimate::undefined("no observation"), {}, {}};
  if (n_longer == n) return {Estimate::undefined("every choice is of the longer"), {}, {}};
  if (n_longer == 0) return {Estimate::undefined("every choice is of the shorter"), {}, {}};

  double slope = 0, information = 0, squares = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    double score = 0;
    information = squares = 0;
    for (const LengthChoices& item : items) {
      const double p = chance(slope * item.doublings), u = item.doublings * (item.n_longer - item.n * p);
      score += u;
      squares += u * u;
      information += item.n * item.doublings * item.doublings * p * (1 - p);
    }
    // The log-likelihood is concave; a bounded step cannot leave the range where the information is positive.
    const double step = std::clamp(score / information, -1.0, 1.0);
    if (std::abs(step) < 1e-12) break;
    slope += step;
  }
  LengthSlope out{Estimate::of(slope), {}, {}};
  const auto n_items = static_cast<double>(items.size());
  if (items.size() < 2) return out;
  const double t = quantile(boost::math::students_t(n_items - 1), 0.975);
  const double half = t * std::sqrt(squares * n_items / (n_items - 1)) / information;
  out.low = slope - half;
  out.high = slope + half;
  return out;
}

}  // namespace brink::stats
