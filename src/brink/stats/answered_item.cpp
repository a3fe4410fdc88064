#include "brink/stats/answered_item.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

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
  std::map<std::pair<int, std::size_t>, int> times;  // (content, slot)
  for (const std::vector<int>& order : orders) {
    for (std::size_t slot = 0; slot < order.size(); ++slot) ++times[{order[slot], slot}];
  }
  // A content that k options share stands in each slot k times as often.
  for (const std::vector<int>& order : orders) {
    for (const int content : order) {
      const auto k = std::count(order.begin(), order.end(), content);
      for (std::size_t slot = 0; slot < order.size(); ++slot) {
        const auto at = times.find({content, slot});
        if (at == times.end() || at->second * static_cast<int>(order.size()) != k * static_cast<int>(orders.size())) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace brink::stats
