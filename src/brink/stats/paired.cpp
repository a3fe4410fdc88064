#include "brink/stats/paired.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "brink/stats/binomial.h"

namespace brink::stats {
namespace {

double phi(double a, double b, double c, double d) {
  const double margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins <= 0) return 0;
  double numerator = a * d - b * c;
  if (numerator > 0) numerator = std::max(numerator - (a + b + c + d) / 2, 0.0);
  return numerator / std::sqrt(margins);
}

double half_width(double own, double other, double correlation) {
  return std::sqrt(std::max(0.0, own * own - 2 * correlation * own * other + other * other));
}

}  // namespace

PairedProportions paired_proportions(std::int64_t both, std::int64_t first_only, std::int64_t second_only,
                                     std::int64_t neither) {
  const std::int64_t n = both + first_only + second_only + neither;
  assert(n > 0);
  const double total = static_cast<double>(n);
  const double p1 = static_cast<double>(both + first_only) / total;
  const double p2 = static_cast<double>(both + second_only) / total;
  const Interval first = wilson(both + first_only, n), second = wilson(both + second_only, n);
  const double correlation = phi(static_cast<double>(both), static_cast<double>(first_only),
                                 static_cast<double>(second_only), static_cast<double>(neither));
  PairedProportions out;
  out.diff = static_cast<double>(second_only - first_only) / total;
  out.interval.low = out.diff - half_width(p2 - second.low, first.high - p1, correlation);
  out.interval.high = out.diff + half_width(second.high - p2, p1 - first.low, correlation);
  out.p = binomial_two_sided(static_cast<int>(second_only), static_cast<int>(first_only + second_only), 0.5);
  return out;
}

McNemar mcnemar(std::int64_t b, std::int64_t c) {
  assert(b >= 0 && c >= 0 && b + c <= INT32_MAX);
  McNemar out;
  if (b + c == 0) return out;
  const int n = static_cast<int>(b + c), least = static_cast<int>(std::min(b, c));
  const double at_most = binomial_less(least, n, 0.5), below = least > 0 ? binomial_less(least - 1, n, 0.5) : 0;
  out.p_exact = std::min(1.0, 2 * at_most);
  out.p_mid = std::min(1.0, at_most + below);
  const double apart = static_cast<double>(std::abs(b - c)), nearer = std::max(0.0, apart - 1);
  out.chi_square = chi_square(apart * apart / n, 1);
  out.continuity = chi_square(nearer * nearer / n, 1);
  return out;
}

}  // namespace brink::stats
