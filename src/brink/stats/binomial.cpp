#include "brink/stats/binomial.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cassert>

namespace brink::stats {

double binomial_greater(int k, int n, double p0) {
  assert(0 <= k && k <= n);
  if (k == 0) return 1;
  return cdf(complement(boost::math::binomial(n, p0), k - 1));
}

double binomial_less(int k, int n, double p0) {
  assert(0 <= k && k <= n);
  if (k == n) return 1;
  return cdf(boost::math::binomial(n, p0), k);
}

double binomial_two_sided(int k, int n, double p0) {
  assert(0 <= k && k <= n);
  if (n == 0) return 1;
  const boost::math::binomial distribution(n, p0);
  const double most = pdf(distribution, k) * (1 + 1e-7);
  // The probabilities rise to the mode and fall after it: two tails, each from its own end.
  double p = 0;
  int low = 0;
  for (double w; low <= n && (w = pdf(distribution, low)) <= most; ++low) p += w;
  for (int high = n; high > low; --high) {
    const double w = pdf(distribution, high);
    if (w > most) break;
    p += w;
  }
  return std::min(1.0, p);
}

}  // namespace brink::stats
