#pragma once

#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Accuracy by the slot that shows the correct option, and its spread.
struct SlotRecalls {
  std::vector<Estimate> recalls;  // [m] hits / n; undefined: "no record"
  Estimate rstd;                  // standard deviation of the recalls, ddof 0; undefined: "a position has no record"
};

/// RStd, the standard deviation of recalls.
/// @param n     [m] answers whose correct option stood at the slot.
/// @param hits  [m] of these, how many chose it.
/// Source: Zheng et al. 2024 (PriDe), whose code takes numpy.std. Oracle: golden `rstd`.
SlotRecalls slot_recalls(std::span<const int> n, std::span<const int> hits);

}  // namespace brink::stats
