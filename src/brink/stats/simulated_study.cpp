#include "brink/stats/simulated_study.h"

#include <cmath>
#include <numeric>

namespace brink::stats {
namespace {

int draw(const std::vector<double>& weight, SplitMix64& rng) {
  double u = rng.uniform() * std::accumulate(weight.begin(), weight.end(), 0.0);
  std::size_t slot = 0;
  while (slot + 1 < weight.size() && u >= weight[slot]) u -= weight[slot++];
  return static_cast<int>(slot);
}

}  // namespace

SimulatedItem simulate_item(const SimulatedModel& model, SplitMix64& rng) {
  const std::size_t m = static_cast<std::size_t>(model.m);
  const int own = static_cast<int>(rng.below(m));
  const double u = model.sure * rng.uniform();
  SimulatedItem item;
  const double x = model.doubt_is_long * (1 - 2 * u / model.sure) + rng.uniform() - 0.5;
  item.log_length = 6 + x;
  const std::vector<std::vector<int>> orders = cyclic_orders(model.m);
  item.cut = {model.m, orders, {}};
  item.probabilities = {model.m, orders, {}};
  for (const std::vector<int>& order : orders) {
    std::vector<double> weight(m), noisy(m);
    double sum = 0;
    for (std::size_t slot = 0; slot < m; ++slot) {
      weight[slot] = std::exp((order[slot] == own ? u : 0) + model.pull[slot] + model.growth[slot] * x);
      sum += noisy[slot] = weight[slot] * std::exp(2 * rng.uniform() - 1);
    }
    for (double& p : noisy) p /= sum;
    item.probabilities.p.push_back(noisy);
    const int slot = draw(weight, rng);
    item.slots.emplace_back(slot);
    item.accuracy += (order[static_cast<std::size_t>(slot)] == own) / static_cast<double>(m);
    std::vector<int>& destinations = item.cut.destinations.emplace_back();
    for (std::size_t k = rng.below(4); k > 0; --k) {
      const int to = draw(weight, rng);
      if (to != slot) destinations.push_back(order[static_cast<std::size_t>(to)]);
    }
  }
  item.read = answered_cyclic(item.slots);
  return item;
}

std::vector<SimulatedItem> simulate_items(const SimulatedModel& model, int n, SplitMix64& rng) {
  std::vector<SimulatedItem> items;
  for (int i = 0; i < n; ++i) items.push_back(simulate_item(model, rng));
  return items;
}

}  // namespace brink::stats
