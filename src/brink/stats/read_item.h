#pragma once

#include <span>
#include <vector>

namespace brink::stats {

/// One item's option probabilities, variant by variant. Contents as in AnsweredItem: options of equal text carry one
/// number, their probabilities add up, and a slot has its even share of them.
struct ReadItem {
  int m = 0;
  std::vector<std::vector<int>> orders;  // per variant: slot -> content in 0..m-1, [V][m]
  std::vector<std::vector<double>> p;    // per variant: probability of each slot, adding to 1, [V][m]
};

/// Probability of each content in variant v, [m].
std::vector<double> content_probabilities(const ReadItem& item, std::size_t v);

/// Contents' probabilities as slots of an order, [m].
std::vector<double> at_slots(std::span<const double> contents, std::span<const int> order);

}  // namespace brink::stats
