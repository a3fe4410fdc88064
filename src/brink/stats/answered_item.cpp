#include "brink/stats/answered_item.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace brink::stats {

AnsweredItem answered_item(std::span<const std::vector<int>> orders, std::span<const std::optional<int>> slots) {
  assert(orders.size() == slots.size());
  AnsweredItem item;
  item.m = orders.empty() ? 0 : static_cast<int>(orders.front().size());
  for (std::size_t v = 0; v < orders.size(); ++v) {
    if (!slots[v]) continue;
    item.orders.push_back(orders[v]);
    item.contents.push_back(orders[v].at(static_cast<std::size_t>(*slots[v])));
  }
  return item;
}

AnsweredItem answered_cyclic(std::span<const std::optional<int>> slots) {
  return answered_item(cyclic_orders(static_cast<int>(slots.size())), slots);
}

std::vector<std::vector<int>> cyclic_orders(int m) {
  std::vector<std::vector<int>> orders;
  for (int s = 0; s < m; ++s) {
    std::vector<int>& order = orders.emplace_back();
    for (int slot = 0; slot < m; ++slot) order.push_back((slot - s + m) % m);
  }
  return orders;
}

bool balanced(std::span<const std::vector<int>> orders) {
  std::size_t n_contents = 0, n_slots = 0;
  for (const std::vector<int>& order : orders) {
    for (const int content : order) n_contents = std::max(n_contents, static_cast<std::size_t>(content) + 1);
    n_slots = std::max(n_slots, order.size());
  }
  std::vector<int> times(n_contents * n_slots);  // [content, slot]
  for (const std::vector<int>& order : orders)
    for (std::size_t slot = 0; slot < order.size(); ++slot)
      ++times[static_cast<std::size_t>(order[slot]) * n_slots + slot];
  // A content that k options share stands in each slot k times as often.
  for (const std::vector<int>& order : orders)
    for (const int content : order) {
      const auto k = std::count(order.begin(), order.end(), content);
      for (std::size_t slot = 0; slot < order.size(); ++slot) {
        const int n = times[static_cast<std::size_t>(content) * n_slots + slot];
        if (n * static_cast<int>(order.size()) != k * static_cast<int>(orders.size())) return false;
      }
    }
  return true;
}

}  // namespace brink::stats
