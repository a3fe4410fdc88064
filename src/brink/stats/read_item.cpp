#include "brink/stats/read_item.h"

#include <algorithm>
#include <cassert>

namespace brink::stats {

std::vector<double> content_probabilities(const ReadItem& item, std::size_t v) {
  std::vector<double> out(static_cast<std::size_t>(item.m));
  assert(item.orders[v].size() == out.size() && item.p[v].size() == out.size());
  for (std::size_t slot = 0; slot < out.size(); ++slot)
    out[static_cast<std::size_t>(item.orders[v][slot])] += item.p[v][slot];
  return out;
}

std::vector<double> at_slots(std::span<const double> contents, std::span<const int> order) {
  std::vector<double> out;
  for (const int content : order) {
    const auto shown = static_cast<double>(std::count(order.begin(), order.end(), content));
    out.push_back(contents[static_cast<std::size_t>(content)] / shown);
  }
  return out;
}

}  // namespace brink::stats
