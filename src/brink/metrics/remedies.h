#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/curves.h"

namespace brink {

/// What is stopped where its forced answer was settled, which is known only afterwards: a bound, no remedy.
inline constexpr std::string_view kHindsight = "hindsight";

/// What a remedy answers one item with.
struct Remedied {
  std::vector<int> slots;      // per variant; one content for all that it votes over
  std::vector<double> tokens;  // generated and evaluated for each answer, the prompt not counted
};

/// What can be done about the order, or about the length of an answer: `policy` in a result's group.
struct Remedy {
  std::string name;
  bool votes;                     // over the orders: its own order effect is 0 by construction
  std::vector<Remedied> answers;  // [n_items]
};

/// All remedies on the same items: those with a right option, and an answer and a curve in every order.
struct Remedies {
  std::vector<const ItemCurves*> items;
  std::vector<Remedy> remedies;  // the first does nothing
  int n_calibration = 0;         // items that gave PriDe's prior and are left out
};

/// Replayed on what was recorded. A vote is over all orders of the item; with `permutations = "both"` over the shifts
/// of the order's own direction, so that it can differ from the other's. PriDe's prior is that of a fifth of the items,
/// by their hashes, for each number of options; where these are too few to have one of that number, nothing is taken
/// out.
Remedies make_remedies(const MetricInput& input);

}  // namespace brink
