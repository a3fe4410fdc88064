#include <fmt/core.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>

#include "../command.h"
#include "../console/item_list.h"
#include "../console/item_view.h"
#include "../console/styled_text.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/export/columns.h"
#include "brink/extract/observations.h"
#include "brink/metrics/curves.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, item, profile;
  Selection of;
  int width = 0;
  bool json = false;
};

[[noreturn]] void nothing_selected(const Store& store, const Options& options) {
  std::set<std::string> configurations;
  for (const Cell& cell : store.cells())
    configurations.insert(cell.key.model + " / " + cell.key.dataset + " / " + cell.key.mode);
  std::string known;
  for (const std::string& c : configurations) known += (known.empty() ? "" : "; ") + c;
  throw Error(ErrorKind::kUsage, options.store + ": no rows of that model, data set and mode",
              known.empty() ? "the store holds no cells yet" : "the store has (model / data set / mode) " + known);
}

// By id, else by hash prefix, else by number in the list.
Store::ItemName find_item(const std::vector<Store::ItemName>& items, const std::string& word) {
  std::vector<const Store::ItemName*> found;
  const auto collect = [&](const auto& matches) {
    if (!found.empty()) return;
    for (const Store::ItemName& item : items)
      if (matches(item)) found.push_back(&item);
  };
  constexpr std::size_t kLeastPrefix = 4;
  collect([&](const auto& i) { return i.id == word; });
  collect([&](const auto& i) { return word.size() >= kLeastPrefix && i.hash.hex().starts_with(word); });
  if (found.empty() && word.size() < 9 && word.find_first_not_of("0123456789") == word.npos) {
    const auto n = std::stoul(word);
    if (n >= 1 && n <= items.size()) found.push_back(&items[n - 1]);
  }
  if (found.empty()) {
    std::vector<std::string> ids;
    for (const Store::ItemName& i : items) ids.push_back(i.id);
    const std::string near = closest(word, ids);
    throw Error(ErrorKind::kUsage, "no item '" + word + "'",
                (near.empty() ? "" : "did you mean '" + near + "'? ") +
                    fmt::format("give an id, the first {} or more digits of a hash, or a number of `brink show STORE`: "
                                "1 to {}",
                                kLeastPrefix, items.size()));
  }
  if (found.size() > 1) {
    std::string which;
    for (const auto* i : found) which += (which.empty() ? "" : ", ") + i->dataset + " " + i->hash.short_hex();
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

using Texts = std::map<RowKey, std::string>;

std::vector<const Observation*> follow_ups_of(const Observations& obs, const Observation& row) {
  std::vector<const Observation*> out;
  for (const Observation& other : obs.rows)
    if (other.recorded && other.key.parent == row.record && other.key.variant == row.key.variant &&
        other.key.mode == row.key.mode && other.key.occurrence == row.key.occurrence)
      out.push_back(&other);
  return out;
}

void print_item(const ItemRows& item, const Observations& obs, const Texts& texts, const ViewOptions& view) {
  std::map<Configuration, std::vector<ShownRow>> configurations;
  for (const Observation* row : item.rows)
    configurations[{row->key.model, row->key.dataset, row->key.mode, row->key.treatment}].push_back(
        {row, texts.at(row->key), follow_ups_of(obs, *row)});
  fmt::print("{}", view_item(*item.item, item.dataset, view));
  for (const auto& [c, rows] : configurations) {
    StyledText title;
    append(title, c.model + " / " + c.mode + (c.treatment == "none" ? "" : " / " + c.treatment), Style::kBold);
    fmt::print("\n{}\n{}", render(title, 0, view.colour), view_variants(rows, view));
  }
}

/// What is forced along the answer: tokens kept and the probability of each slot; nothing where it was not followed.
Json curve_json(const Observations& obs, const Observation& row) {
  const auto found = answer_curve(row, follow_ups_of(obs, row));
  if (!found) return {};
  Json points = Json::array();
  for (const stats::Checkpoint& at : found->curve.at)
    points.push_back({{"n_tokens", at.n_tokens}, {"p", at.p}, {"slot", stats::chosen_slot(at)}});
  const Estimate ccp = stats::commitment(found->curve).ccp;
  return {{"n_tokens", found->curve.n_tokens},
          {"forced_ccp", ccp.value ? Json(*ccp.value) : Json()},
          {"points", std::move(points)}};
}

// The columns of an export's items.csv, and of its records.csv and mentions.csv for every cell.
Json item_json(const ItemRows& item, const Observations& obs, const Texts& texts) {
  Json out = to_json(item_columns(), ItemRow{item.dataset, item.item});
  Json& rows = out["rows"] = Json::array();
  for (const Observation* row : item.rows) {
    Json& at = rows.emplace_back(to_json(record_columns(), *row));
    Json& mentions = at["mentions"] = Json::array();
    for (const Mention& m : row->reading.mentions)
      mentions.push_back({{"letter", std::string(1, m.letter)}, {"pos", m.pos}, {"pattern", m.pattern}});
    if (Json curve = curve_json(obs, *row); !curve.is_null()) at["curve"] = std::move(curve);
    at["text"] = row->recorded ? Json(texts.at(row->key)) : Json();
  }
  return out;
}

void show(const Store& store, const Options& options) {
  const auto names = store.item_names(options.of);
  if (names.empty()) nothing_selected(store, options);
  const Store::ItemName name = find_item(names, options.item);
  Selection of = options.of;
  of.dataset = name.dataset;
  of.item = name.hash;
  const Observations obs = observe(store, options.profile, of);
  Texts texts;
  for (const Cell& cell : store.cells(of)) texts.emplace(cell.key, text_of(store, cell.record));
  for (const ItemRows& item : items_of(obs)) {
    if (item.item->occurrence != name.occurrence) continue;
    if (options.json)
      fmt::print("{}\n", item_json(item, obs, texts).dump(2));
    else
      print_item(item, obs, texts,
                 {.width = options.width > 0 ? options.width : output_width(),
                  .colour = output_takes_colour(),
                  .unicode = output_takes_unicode()});
  }
}

void list(const Store& store, const Options& options) {
  const Observations obs = observe(store, options.profile, options.of);
  if (obs.rows.empty()) nothing_selected(store, options);
  const std::vector<ItemRows> items = items_of(obs);
  fmt::print("{}", options.json ? list_json(items).dump(2) + "\n" : list_text(items));
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("STORE", options->store, "a study's store, as study.brink")->required();
  app.add_option("ITEM", options->item,
                 "id, number in the list, or the beginning of its hash; without it items are listed");
  app.add_option("--mode", options->of.mode, "only this mode");
  app.add_option("--model", options->of.model, "only this model");
  app.add_option("--dataset", options->of.dataset, "only this data set");
  app.add_option("--profile", options->profile, "how to read; default: as each mode's `reader` says");
  app.add_option("--width", options->width, "columns to write in; default: the terminal's")
      ->check(CLI::Range(20, 1000));
  app.add_flag("--json", options->json, "the list, or the item with all its rows and texts, as JSON");
  app.callback([options] {
    const Store store = Store::open(options->store, Store::Mode::kRead);
    if (options->item.empty())
      list(store, *options);
    else
      show(store, *options);
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
