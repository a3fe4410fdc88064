#include "brink/metrics/answers.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "brink/dataset/decimal.h"
#include "brink/extract/open_reading.h"

namespace brink {

int content_of(const Item& item, int option) {
  const std::string& text = item.options[static_cast<std::size_t>(option)];
  return static_cast<int>(std::find(item.options.begin(), item.options.end(), text) - item.options.begin());
}

namespace {

std::optional<bool> is_right_open(const Observation& row) {
  if (!row.recorded || row.reading.status != Status::kOk || !row.reading.answer) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&row.item->gold)) return *row.reading.answer == normal_words(*text);
  const auto* number = std::get_if<Decimal>(&row.item->gold);
  const auto answer = parse_decimal(*row.reading.answer);
  if (!number || !answer) return std::nullopt;
  return same_number(*answer, *number);
}

}  // namespace

bool has_gold(const Item& item) {
  return item.options.empty() ? !std::holds_alternative<std::monostate>(item.gold) : item.gold_option() >= 0;
}

std::optional<bool> is_right(const Observation& row) {
  if (row.item->options.empty()) return is_right_open(row);
  if (!row.recorded || !row.reading.option || row.item->gold_option() < 0) return std::nullopt;
  return content_of(*row.item, *row.reading.option) == content_of(*row.item, row.item->gold_option());
}

std::optional<bool> is_right_or_unread(const Observation& row) {
  if (!row.recorded || row.reading.status == Status::kError || !has_gold(*row.item)) return std::nullopt;
  return is_right(row).value_or(false);
}

const Observation* first_shown(const ItemRows& item) {
  return item.variants.empty() || item.variants.front()->key.variant != 0 ? nullptr : item.variants.front();
}

int gold_slot(const Observation& row) {
  const int gold = row.item->gold_option();
  const auto& order = row.variant.order;
  const auto at = std::find(order.begin(), order.end(), gold);
  return gold < 0 || at == order.end() ? -1 : static_cast<int>(at - order.begin());
}

std::string slot_name(int slot) { return std::string(1, static_cast<char>('A' + slot)); }

namespace {

std::vector<ItemAnswers> make_answers(const MetricInput& input) {
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

struct AgainstNull {
  stats::PbsNullTables nulls;
  std::vector<stats::ItemPbs> items;  // [items of answers()]; of one without an answer nothing
};

std::shared_ptr<AgainstNull> make_against_null(const MetricInput& input) {
  auto out = std::make_shared<AgainstNull>(AgainstNull{stats::PbsNullTables(input.seed), {}});
  for (const ItemAnswers& item : answers(input)) {
    stats::ItemPbs& pbs = out->items.emplace_back();
    if (item.n_read() > 0) pbs = out->nulls.compare(item.read);
  }
  return out;
}

}  // namespace

const std::vector<ItemAnswers>& answers(const MetricInput& input) { return input.once(make_answers); }

const stats::ItemPbs& pbs_of(const MetricInput& input, const ItemAnswers& item) {
  const auto place = static_cast<std::size_t>(&item - answers(input).data());
  return input.once(make_against_null)->items.at(place);
}

std::vector<int> slot_counts(const ItemAnswers& item) {
  std::vector<int> counts(static_cast<std::size_t>(item.m()), 0);
  for (const std::optional<int>& slot : item.slots) {
    if (slot) ++counts[static_cast<std::size_t>(*slot)];
  }
  return counts;
}

}  // namespace brink
