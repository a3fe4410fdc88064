#include "brink/metrics/answers.h"

#include <algorithm>

namespace brink {

int content_of(const Item& item, int option) {
  const std::string& text = item.options[static_cast<std::size_t>(option)];
  return static_cast<int>(std::find(item.options.begin(), item.options.end(), text) - item.options.begin());
}

std::optional<bool> is_right(const Observation& row) {
  if (!row.recorded || !row.reading.option || row.item->gold_option() < 0) return std::nullopt;
  return content_of(*row.item, *row.reading.option) == content_of(*row.item, row.item->gold_option());
}

int gold_slot(const Observation& row) {
  const int gold = row.item->gold_option();
  const auto& order = row.variant.order;
  const auto at = std::find(order.begin(), order.end(), gold);
  return gold < 0 || at == order.end() ? -1 : static_cast<int>(at - order.begin());
}

std::string slot_name(int slot) { return std::string(1, static_cast<char>('A' + slot)); }

std::vector<ItemAnswers> answers(const MetricInput& input) {
  std::vector<ItemAnswers> all;
  for (const ItemRows& rows : input.items) {
    if (rows.variants.empty()) continue;
    ItemAnswers a;
    a.rows = &rows;
    for (const Observation* row : rows.variants) {
      std::vector<int>& contents = a.orders.emplace_back(row->variant.order);
      for (int& option : contents) option = content_of(*rows.item, option);
      a.slots.push_back(row->reading.slot);
    }
    a.read = stats::answered_item(a.orders, a.slots);
    all.push_back(std::move(a));
  }
  return all;
}

std::vector<int> slot_counts(const ItemAnswers& item) {
  std::vector<int> counts(static_cast<std::size_t>(item.m()), 0);
  for (const std::optional<int>& slot : item.slots) {
    if (slot) ++counts[static_cast<std::size_t>(*slot)];
  }
  return counts;
}

}  // namespace brink
