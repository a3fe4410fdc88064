#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Choices between two options of different length.
struct LengthChoices {
  double doublings;  // log2(longer / shorter) > 0
  int n = 0;         // choices, at least 1
  int n_longer = 0;  // of these, of the longer
};

struct LengthSlope {
  Estimate slope;                   // undefined: "no observation", "every choice is of the longer" (or the shorter)
  std::optional<double> low, high;  // 95 %; absent with one item
};

/// b in P(longer) = 1 / (1 + exp(-b doublings)): two options of equal length are chosen alike, so there is no constant;
/// what a place draws cancels where both orders are asked. Maximum likelihood; interval: sandwich over items, Student t
/// on n - 1 df.
LengthSlope length_slope(std::span<const LengthChoices> items);

}  // namespace brink::stats
