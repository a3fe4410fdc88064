#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Does a row of bin means rise from bin to bin?
struct Monotonicity {
  bool strict = true;                  // every adjacent difference > 0
  bool nondecreasing = true;           // every adjacent difference >= 0
  int n_violations = 0;                // differences <= 0
  int n_inversions = 0;                // differences < 0
  std::optional<int> first_violation;  // 0-based i of the first pair (i, i+1) with mean[i+1] <= mean[i]
  double gradient = 0;                 // last - first
  Estimate ratio;                      // last / first; undefined: "first bin is 0", "not finite"
};

/// @param means  at least two finite values, in bin order.
/// Source: specification decisions.md 15. Oracle: golden `monotonic`.
Monotonicity monotonicity(std::span<const double> means);

}  // namespace brink::stats
