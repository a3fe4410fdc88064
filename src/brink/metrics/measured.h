#pragma once

#include <optional>
#include <vector>

#include "brink/metrics/answers.h"

namespace brink {

/// An item as the analyses of length see it.
struct MeasuredItem {
  const ItemAnswers* answers = nullptr;
  double length = 0;               // code points of the trajectory, mean over its recorded answers
  std::optional<double> pbs;       // complete items
  std::optional<double> excess;    // complete items, m > 2
  double least = 0, greatest = 0;  // bounds of pbs over what the missing answers could have been
  std::optional<double> accuracy;  // share of the answers that are right; nothing without a gold
};

/// Items with a recorded text, in the input's order (by id); made once, kept by the input. Empty where the design is
/// not balanced.
const std::vector<MeasuredItem>& measured_items(const MetricInput& input);

}  // namespace brink
