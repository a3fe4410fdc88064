#include "brink/extract/observations.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <variant>

#include "brink/base/error.h"
#include "brink/extract/rules.h"

namespace brink {
namespace {

using ItemKey = std::tuple<std::string, Sha256, int>;  // data set, hash, occurrence

std::map<ItemKey, const Item*> index_items(const Store& store, const std::optional<Sha256>& only,
                                           std::vector<std::vector<Item>>& items) {
  const std::vector<std::string> names = store.datasets();
  for (const std::string& name : names) items.push_back(store.dataset(name, only).items);
  std::map<ItemKey, const Item*> index;
  for (std::size_t d = 0; d < names.size(); ++d)
    for (const Item& item : items[d]) index.emplace(ItemKey{names[d], item.hash, item.occurrence}, &item);
  return index;
}

Reading read(const Profile& profile, const Completion& completion, int n_options) {
  Reading reading = profile.read({.text = completion.text,
                                  .n_options = n_options,
                                  .prompt_tail = completion.rendered_prompt,
                                  .finish = completion.finish});
  reading.n_tokens = completion.usage.n_generated;
  return reading;
}

Reading read(const Profile& profile, const Response& response, int n_options) {
  if (const auto* done = std::get_if<Completion>(&response)) return read(profile, *done, n_options);
  const auto& failure = std::get<Failure>(response);
  return failed_reading(std::string(to_string(failure.kind)) + ": " + failure.message);
}

void fill(Observation& row, const Record& record, const Reading& reading) {
  row.recorded = true;
  row.reading = reading;
  if (reading.slot) row.reading.option = row.variant.order.at(static_cast<std::size_t>(*reading.slot));
  if (const auto* done = std::get_if<Completion>(&record.response)) {
    row.read_out = done->read_out;
    row.usage = done->usage;
    row.finish = done->finish;
  }
}

auto sort_key(const Observation& row) {
  const RowKey& k = row.key;
  return std::tie(k.model, k.dataset, k.mode, k.treatment, row.item->id, k.occurrence, k.item, k.variant, k.trial,
                  k.point, k.parent);
}

}  // namespace

bool of_study(const RowKey& key) { return key.trial == 0 && key.point == "end" && key.parent.is_zero(); }

std::map<Configuration, std::vector<const Observation*>> by_configuration(const Observations& obs) {
  std::map<Configuration, std::vector<const Observation*>> groups;
  for (const Observation& row : obs.rows)
    groups[{row.key.model, row.key.dataset, row.key.mode, row.key.treatment}].push_back(&row);
  return groups;
}

Observations observe(const Store& store, std::string_view profile_name, const Selection& of) {
  const Profile& by = profile(profile_name);
  Observations obs;
  const auto items = index_items(store, of.item, obs.items);

  std::unordered_map<Sha256, std::vector<std::size_t>> rows_of;
  for (Cell& cell : store.cells(of)) {
    const auto item = items.find({cell.key.dataset, cell.key.item, cell.key.occurrence});
    if (item == items.end())
      throw Error(ErrorKind::kStore,
                  "the store has a cell of an item that data set '" + cell.key.dataset +
                      "' lacks: " + cell.key.item.short_hex(),
                  "the file is damaged or was edited; run the study again into a new store");
    rows_of[cell.record].push_back(obs.rows.size());
    Observation row;
    row.key = std::move(cell.key);
    row.record = cell.record;
    row.item = item->second;
    row.variant = std::move(cell.variant);
    obs.rows.push_back(std::move(row));
  }

  const auto take = [&](const Record& record) {
    const auto rows = rows_of.find(record.id);
    if (rows == rows_of.end()) return;
    int n_read = -1;  // cells that share a record show equally many options, but nothing rests on it
    Reading reading;
    for (const std::size_t r : rows->second) {
      const int n_options = static_cast<int>(obs.rows[r].variant.order.size());
      if (n_options != n_read) reading = read(by, record.response, n_options);
      n_read = n_options;
      fill(obs.rows[r], record, reading);
    }
  };
  store.each_text(take, of);

  std::sort(obs.rows.begin(), obs.rows.end(),
            [](const Observation& a, const Observation& b) { return sort_key(a) < sort_key(b); });
  return obs;
}

}  // namespace brink
