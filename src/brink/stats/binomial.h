#pragma once

namespace brink::stats {

/// P(X >= k) and P(X <= k) for X ~ Bin(n, p0). 0 <= k <= n, 0 <= p0 <= 1.
double binomial_greater(int k, int n, double p0);
double binomial_less(int k, int n, double p0);

/// Exact two-sided p: the probability of every outcome that is at most as likely as k (SciPy's and R's rule; outcomes
/// count as equally likely within a relative 1e-7). n = 0 -> 1. O(n).
double binomial_two_sided(int k, int n, double p0);

}  // namespace brink::stats
