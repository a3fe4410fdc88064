#include "brink/export/export.h"

#include <fmt/core.h>

#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "brink/export/columns.h"
#include "brink/export/csv_file.h"
#include "brink/export/staging.h"
#include "brink/metrics/result_json.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kFiles = {"records.csv", "records.jsonl", "mentions.csv", "items.csv",
                                                    "results.csv", "results.jsonl", "schema.json"};

std::string dump(const Json& v) { return v.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string csv_text(const Json& v) {
  if (v.is_null()) return {};
  return v.is_string() ? v.get<std::string>() : dump(v);
}

template <class Row>
void write_header(OutputFile& file, std::span<const Column<Row>> columns) {
  for (const auto& c : columns) file.field(c.name);
  file.end_record();
}

template <class Row>
void write_row(OutputFile& file, std::span<const Column<Row>> columns, const Row& row) {
  for (const auto& c : columns) file.field(csv_text(c.get(row)));
  file.end_record();
}

/// The items the rows are about, by data set.
std::vector<ItemRow> items_of(const Observations& obs) {
  std::vector<ItemRow> items;
  std::set<std::pair<std::string_view, const Item*>> seen;
  for (const Observation& row : obs.rows) {
    if (seen.emplace(row.key.dataset, row.item).second) items.push_back({row.key.dataset, row.item});
  }
  return items;
}

/// Keys of the results' groups: those every study has first, tags after them.
std::vector<std::string> group_columns(std::span<const Result> results) {
  std::set<std::string> tags;
  for (const Result& r : results) {
    for (const auto& [key, value] : r.group) tags.insert(key);
  }
  std::vector<std::string> columns;
  for (const GroupKey& key : group_keys()) {
    columns.emplace_back(key.name);
    tags.erase(columns.back());
  }
  columns.insert(columns.end(), tags.begin(), tags.end());
  return columns;
}

void write_records(const Observations& obs, const TextOf& text_of, const fs::path& dir) {
  OutputFile csv(dir / "records.csv"), lines(dir / "records.jsonl"), mentions(dir / "mentions.csv");
  write_header(csv, record_columns());
  write_header(mentions, mention_columns());
  for (const Observation& row : obs.rows) {
    write_row(csv, record_columns(), row);
    Json object = to_json(record_columns(), row);
    const std::optional<std::string> text = row.recorded && text_of ? text_of(row.key) : std::nullopt;
    object["text"] = text ? Json(*text) : Json(nullptr);
    lines.write(dump(object) + "\n");
    for (const Mention& m : row.reading.mentions) write_row(mentions, mention_columns(), MentionRow{&row, &m});
  }
  csv.close();
  lines.close();
  mentions.close();
}

void write_items(const Observations& obs, const fs::path& dir) {
  OutputFile csv(dir / "items.csv");
  write_header(csv, item_columns());
  for (const ItemRow& item : items_of(obs)) write_row(csv, item_columns(), item);
  csv.close();
}

void write_results(std::span<const Result> results, const fs::path& dir) {
  OutputFile csv(dir / "results.csv"), lines(dir / "results.jsonl");
  const std::vector<std::string> groups = group_columns(results);
  csv.field("metric");
  for (const std::string& g : groups) csv.field(g);
  write_header(csv, result_columns());
  for (const Result& r : results) {
    csv.field(r.metric);
    for (const std::string& g : groups) {
      const auto it = r.group.find(g);
      csv.field(it == r.group.end() ? "" : it->second);
    }
    write_row(csv, result_columns(), r);
    lines.write(dump(result_json(r)) + "\n");
  }
  csv.close();
  lines.close();
}

Json column_json(std::string_view name, std::string_view type, std::string_view what) {
  return {{"name", name}, {"type", type}, {"description", what}};
}

template <class Row>
Json columns_json(std::span<const Column<Row>> columns) {
  Json list = Json::array();
  for (const auto& c : columns) list.push_back(column_json(c.name, c.type, c.what));
  return list;
}

void write_schema(std::span<const Result> results, const fs::path& dir) {
  Json result_list = Json::array({column_json("metric", "string", "name of the metric: brink list metrics")});
  for (const std::string& g : group_columns(results)) {
    std::string_view what = "value of the items' tag of this name";
    for (const GroupKey& key : group_keys()) {
      if (key.name == g) what = key.summary;
    }
    result_list.push_back(column_json(g, "string", what));
  }
  for (const auto& c : result_columns()) result_list.push_back(column_json(c.name, c.type, c.what));
  Json lines = columns_json(record_columns());
  lines.push_back(column_json("text", "string", "everything generated"));

  Json schema = {
      {"brink_export", 1},
      {"csv", "RFC 4180, UTF-8, header line; an absent value is an empty field; json columns hold JSON text"},
      {"files", Json::object()}};
  Json& files = schema["files"];
  files["records.csv"] = {{"row", "a cell of the design"}, {"columns", columns_json(record_columns())}};
  files["records.jsonl"] = {{"row", "a cell of the design"}, {"columns", lines}};
  files["mentions.csv"] = {{"row", "a letter named in a completion"}, {"columns", columns_json(mention_columns())}};
  files["items.csv"] = {{"row", "an item"}, {"columns", columns_json(item_columns())}};
  files["results.csv"] = {{"row", "a number"}, {"columns", result_list}};
  files["results.jsonl"] = {{"row", "a number, its group as an object: docs/results.md"}};
  OutputFile file(dir / "schema.json");
  file.write(schema.dump(2) + "\n");
  file.close();
}

}  // namespace

TextOf texts_of(const Store& store) {
  auto records = std::make_shared<std::map<RowKey, Sha256>>();  // shared: a std::function must be copyable
  for (const Cell& cell : store.cells()) records->emplace(cell.key, cell.record);
  return [&store, records](const RowKey& key) -> std::optional<std::string> {
    const auto cell = records->find(key);
    if (cell == records->end()) return std::nullopt;
    const std::optional<Record> record = store.record(cell->second);
    const Completion* completion = record ? std::get_if<Completion>(&record->response) : nullptr;
    return completion ? std::optional(completion->text) : std::nullopt;
  };
}

std::vector<fs::path> export_study(const Observations& obs, std::span<const Result> results, const TextOf& text_of,
                                   const fs::path& dir, bool force) {
  return written_together(dir, force, [&](const fs::path& staging) {
    write_records(obs, text_of, staging);
    write_items(obs, staging);
    write_results(results, staging);
    write_schema(results, staging);
    return std::vector<fs::path>(kFiles.begin(), kFiles.end());
  });
}

}  // namespace brink
