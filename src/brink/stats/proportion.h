#pragma once

#include <cstdint>

#include "brink/base/estimate.h"

namespace brink::stats {

struct Interval {
  double low, high;
};

/// Wilson score interval of k successes in n trials, without continuity correction. n >= 1.
Interval wilson(std::int64_t k, std::int64_t n, double level = 0.95);

/// Clopper-Pearson (exact, conservative) interval of k successes in n trials. n >= 1.
Interval clopper_pearson(std::int64_t k, std::int64_t n, double level = 0.95);

/// Difference of two independent proportions, with 95 % intervals and the pooled z test.
struct TwoProportions {
  double p1, p2, diff;     // diff = p1 - p2
  Interval wald;           // collapses at 0 and 1: for comparison only
  Interval newcombe;       // hybrid Wilson score, the recommended one
  Interval agresti_caffo;  // one success and one failure added to each group
  Estimate z, p;           // two-sided; undefined: "no variance"
};

/// @param n1, n2  at least 1; 0 <= k <= n.
/// Source: Newcombe 1998, method 10; Agresti & Caffo 2000. Oracle: golden `two_prop` (statsmodels).
TwoProportions two_proportions(std::int64_t k1, std::int64_t n1, std::int64_t k2, std::int64_t n2);

}  // namespace brink::stats
