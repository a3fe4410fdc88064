#include "item_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "styled_text.h"

namespace brink::cli {
namespace {

/// Configurations of an item with two answers or more, and those of them in which the content answered changes with
/// the order.
struct Flips {
  int n_flips = 0, n = 0;
};

Flips flips(const ItemRows& item) {
  std::map<Configuration, std::vector<int>> chosen;
  for (const Observation* row : item.rows)
    if (row->reading.option)
      chosen[{row->key.model, row->key.dataset, row->key.mode, row->key.treatment}].push_back(*row->reading.option);
  Flips out;
  for (const auto& [configuration, options] : chosen) {
    if (options.size() < 2) continue;
    ++out.n;
    out.n_flips += std::ranges::count(options, options.front()) != static_cast<std::ptrdiff_t>(options.size());
  }
  return out;
}

std::ptrdiff_t n_answered(const ItemRows& item) {
  return std::ranges::count_if(
      item.rows, [](const Observation* row) { return row->reading.status == Status::kOk && !row->reading.tie; });
}

std::string subject(const Item& item) {
  const auto tag = item.tags.find("subject");
  return tag == item.tags.end() ? "" : tag->second;
}

std::string cell(const std::string& text, int width) {
  StyledText styled;
  append(styled, text);
  return render(wrap(styled, width).front(), width, false);
}

}  // namespace

std::vector<ItemRows> items_of(const Observations& obs) {
  std::map<std::tuple<std::string, std::string, int, Sha256>, ItemRows> items;
  for (const Observation& row : obs.rows) {
    if (!of_study(row.key)) continue;
    ItemRows& at = items[{row.key.dataset, row.item->id, row.key.occurrence, row.key.item}];
    at.dataset = row.key.dataset;
    at.item = row.item;
    at.rows.push_back(&row);
  }
  std::vector<ItemRows> out;
  for (auto& [key, rows] : items) out.push_back(std::move(rows));
  return out;
}

std::string list_text(const std::vector<ItemRows>& items) {
  std::string out = fmt::format("{:>5}  {} {} {} {:>9}  {}\n", "#", cell("data set", 14), cell("id", 24),
                                cell("subject", 24), "answered", "flips");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [dataset, item, rows] = items[i];
    const auto [n_flips, n] = flips(items[i]);
    out += fmt::format("{:>5}  {} {} {} {:>9}  {}\n", i + 1, cell(dataset, 14), cell(item->id, 24),
                       cell(subject(*item), 24), fmt::format("{}/{}", n_answered(items[i]), rows.size()),
                       n == 0 ? "n/a" : fmt::format("{}/{}", n_flips, n));
  }
  return out +
         "\nanswered: of the item's cells. flips: configurations in which the chosen content changes with the order,\n"
         "of those with two answers or more. `brink show STORE ID` (or #) shows one item.\n";
}

Json list_json(const std::vector<ItemRows>& items) {
  Json out = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [dataset, item, rows] = items[i];
    const auto [n_flips, n] = flips(items[i]);
    out.push_back({{"number", i + 1},
                   {"dataset", dataset},
                   {"item_id", item->id},
                   {"item", item->hash.hex()},
                   {"occurrence", item->occurrence},
                   {"tags", item->tags},
                   {"n_cells", rows.size()},
                   {"n_answered", n_answered(items[i])},
                   {"n_configurations", n},
                   {"n_flips", n_flips}});
  }
  return out;
}

}  // namespace brink::cli
