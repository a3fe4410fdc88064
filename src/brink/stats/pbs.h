#pragma once

#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Position Bias Score: how far the slots chosen over an item's variants are from one choice per slot.
///
///   PBS = || n / V - u ||_2,    n_j = choices of slot j, V = sum n_j, u = (1/m, ..., 1/m)
///
/// @param slot_counts  [m], choices per shown position.
/// @return in [0, max_pbs(m)]. Undefined: "no answer".
///
/// PBS has a floor that is not position bias (uniform_guess_pbs) and rises when answers are missing (pbs_bounds);
/// pbs_null.h takes the floor away.
/// Source: "More Thinking, More Bias", eq. 1. Oracle: golden `pbs`.
Estimate pbs(std::span<const int> slot_counts);

/// The greatest PBS: sqrt((m - 1) / m), one slot chosen throughout. .8660 for m = 4.
double max_pbs(int m);

struct Bounds {
  double low, high;
};

/// Least and greatest PBS over what n_missing unread answers could have been, each a whole answer at one slot.
/// @param slot_counts  [m], the answers that were read. Read and missing answers together must be at least one.
Bounds pbs_bounds(std::span<const int> slot_counts, int n_missing);

/// Expected PBS over m variants of a chooser that picks each slot independently and uniformly: .39754 for m = 4.
/// Exact: a sum over the partitions of m.
/// @param m  2..26
double uniform_guess_pbs(int m);

}  // namespace brink::stats
