#pragma once

#include <optional>
#include <vector>

#include "brink/base/rng.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/destinations.h"
#include "brink/stats/read_item.h"

namespace brink::stats {

/// A model whose law of answers is known. In each variant it chooses slot j with probability ~ exp(u + b_j + g_j x): u
/// is how sure it is of the item (0..sure, uniform) where the slot shows the item's own content and 0 elsewhere, x the
/// item's log length. Without b and g the order does not matter, yet doubtful items flip, are long, and are wrong.
struct SimulatedModel {
  int m = 4;
  std::vector<double> pull = {0, 0, 0, 0};    // b, logits
  std::vector<double> growth = {0, 0, 0, 0};  // g, logits per log length
  double sure = 3;
  double doubt_is_long = 1;  // x = doubt_is_long (1 - 2 u / sure) + noise in [-1/2, 1/2]
};

struct SimulatedItem {
  std::vector<std::optional<int>> slots;  // [m], cyclic orders
  AnsweredItem read;
  ReadItem probabilities;  // of texts that vary: softmax of the model's logits plus noise in [-1, 1]
  CutItem cut;             // a few changes per variant, by the same law as the answers
  double log_length = 0;
  double accuracy = 0;  // share of variants in which the item's own content was chosen
};

SimulatedItem simulate_item(const SimulatedModel& model, SplitMix64& rng);
std::vector<SimulatedItem> simulate_items(const SimulatedModel& model, int n, SplitMix64& rng);

}  // namespace brink::stats
