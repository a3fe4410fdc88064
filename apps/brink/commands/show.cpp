#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include "../command.h"
#include "../console/item_view.h"
#include "../console/styled_text.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/extract/observations.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, item, mode, model, dataset;
  std::string profile;
  int width = 0;
};

// One question of the study with its rows, in the order of their keys.
struct ItemRows {
  std::string dataset;
  const Item* item;
  std::vector<const Observation*> rows;
};

bool wanted(const Observation& row, const Options& o) {
  return (o.mode.empty() || row.key.mode == o.mode) && (o.model.empty() || row.key.model == o.model) &&
         (o.dataset.empty() || row.key.dataset == o.dataset);
}

// By data set, id and occurrence: the numbers of the list.
std::vector<ItemRows> items_of(const Observations& obs, const Options& options) {
  std::map<std::tuple<std::string, std::string, int, Sha256>, ItemRows> items;
  std::set<std::string> configurations;
  for (const Observation& row : obs.rows) {
    configurations.insert(row.key.model + " / " + row.key.dataset + " / " + row.key.mode);
    if (!wanted(row, options)) continue;
    ItemRows& at = items[{row.key.dataset, row.item->id, row.key.occurrence, row.key.item}];
    at.dataset = row.key.dataset;
    at.item = row.item;
    at.rows.push_back(&row);
  }
  if (items.empty()) {
    std::string known;
    for (const std::string& c : configurations) known += (known.empty() ? "" : "; ") + c;
    throw Error(ErrorKind::kUsage, options.store + ": no rows of that model, data set and mode",
                known.empty() ? "the store holds no cells yet" : "the store has (model / data set / mode) " + known);
  }
  std::vector<ItemRows> list;
  for (auto& [key, rows] : items) list.push_back(std::move(rows));
  return list;
}

// In how many configurations the chosen content changes with the order, and of how many with two answers or more.
std::pair<int, int> flips(const ItemRows& item) {
  std::map<Configuration, std::vector<int>> chosen;
  for (const Observation* row : item.rows)
    if (row->reading.option)
      chosen[{row->key.model, row->key.dataset, row->key.mode, row->key.treatment}].push_back(*row->reading.option);
  int n_flips = 0, n = 0;
  for (const auto& [configuration, options] : chosen) {
    if (options.size() < 2) continue;
    ++n;
    n_flips += std::ranges::count(options, options.front()) != static_cast<std::ptrdiff_t>(options.size());
  }
  return {n_flips, n};
}

std::string cell(const std::string& text, int width) {
  StyledText styled;
  append(styled, text);
  return render(wrap(styled, width).front(), width, false);
}

void list(const std::vector<ItemRows>& items) {
  fmt::print("{:>5}  {} {} {} {:>9}  {}\n", "#", cell("data set", 14), cell("id", 24), cell("subject", 24), "answered",
             "flips");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [dataset, item, rows] = items[i];
    const auto subject = item->tags.find("subject");
    const auto n_answered =
        std::ranges::count_if(rows, [](const Observation* r) { return r->reading.slot.has_value(); });
    const auto [n_flips, n] = flips(items[i]);
    fmt::print("{:>5}  {} {} {} {:>9}  {}\n", i + 1, cell(dataset, 14), cell(item->id, 24),
               cell(subject == item->tags.end() ? "" : subject->second, 24),
               fmt::format("{}/{}", n_answered, rows.size()), n == 0 ? "n/a" : fmt::format("{}/{}", n_flips, n));
  }
  fmt::print(
      "\nanswered: of the item's cells. flips: configurations in which the chosen content changes with the order,\n"
      "of those with two answers or more. `brink show STORE ID` (or #) shows one item.\n");
}

// By id, else by hash prefix, else by number in the list.
const ItemRows& find_item(const std::vector<ItemRows>& items, const std::string& word) {
  std::vector<const ItemRows*> found;
  const auto collect = [&](const auto& matches) {
    if (!found.empty()) return;
    for (const ItemRows& item : items)
      if (matches(item)) found.push_back(&item);
  };
  constexpr std::size_t kLeastPrefix = 4;
  collect([&](const ItemRows& i) { return i.item->id == word; });
  collect([&](const ItemRows& i) { return word.size() >= kLeastPrefix && i.item->hash.hex().starts_with(word); });
  if (found.empty() && word.size() < 9 && word.find_first_not_of("0123456789") == word.npos) {
    const auto n = std::stoul(word);
    if (n >= 1 && n <= items.size()) found.push_back(&items[n - 1]);
  }
  if (found.empty())
    throw Error(ErrorKind::kUsage, "no item '" + word + "'",
                "give an id, the first 4 or more digits of a hash, or a number of `brink show STORE`");
  if (found.size() > 1) {
    std::string which;
    for (const ItemRows* i : found) which += (which.empty() ? "" : ", ") + i->dataset + " " + i->item->hash.short_hex();
    throw Error(ErrorKind::kUsage, fmt::format("{} items are called '{}'", found.size(), word),
                "choose with --dataset or by hash: " + which);
  }
  return *found.front();
}

std::string text_of(const Store& store, const Sha256& id) {
  const auto record = store.record(id);
  const auto* done = record ? std::get_if<Completion>(&record->response) : nullptr;
  return done ? done->text : "";
}

void show(const Store& store, const ItemRows& item, const ViewOptions& view) {
  std::map<RowKey, Sha256> records;
  for (const Cell& c : store.cells())
    if (c.key.item == item.item->hash) records.emplace(c.key, c.record);

  std::map<Configuration, std::vector<ShownRow>> configurations;
  for (const Observation* row : item.rows)
    configurations[{row->key.model, row->key.dataset, row->key.mode, row->key.treatment}].push_back(
        {row, row->recorded ? text_of(store, records.at(row->key)) : ""});

  fmt::print("{}", view_item(*item.item, item.dataset, view));
  for (const auto& [c, rows] : configurations) {
    StyledText title;
    append(title, c.model + " / " + c.mode + (c.treatment == "none" ? "" : " / " + c.treatment), Style::kBold);
    fmt::print("\n{}\n{}", render(title, 0, view.colour), view_variants(rows, view));
  }
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("STORE", options->store, "a study's store, as study.brink")->required();
  app.add_option("ITEM", options->item,
                 "id, number in the list, or the beginning of its hash; without it items are listed");
  app.add_option("--mode", options->mode, "only this mode");
  app.add_option("--model", options->model, "only this model");
  app.add_option("--dataset", options->dataset, "only this data set");
  app.add_option("--profile", options->profile, "how to read: paper or robust; default: as each mode's `reader` says");
  app.add_option("--width", options->width, "columns to write in; default: the terminal's")
      ->check(CLI::Range(20, 1000));
  app.callback([options] {
    const Store store = Store::open(options->store, Store::Mode::kRead);
    const Observations obs = observe(store, options->profile);
    const std::vector<ItemRows> items = items_of(obs, *options);
    if (options->item.empty()) return list(items);
    const ViewOptions view{.width = options->width > 0 ? options->width : output_width(),
                           .colour = output_takes_colour()};
    show(store, find_item(items, options->item), view);
  });
}

}  // namespace

extern constinit const Command kShow{
    .name = "show",
    .summary = "show one item: its orders side by side, what was read, and the way to it",
    .example = "brink show study.brink 17 --mode cot",
    .configure = configure,
};

}  // namespace brink::cli
