#include "brink/dataset/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/csv_rows.h"

namespace brink {
namespace {

std::vector<std::string> header_names(const CsvRow& header, const std::filesystem::path& path) {
  std::vector<std::string> names;
  for (const std::string& cell : header.cells) {
    names.emplace_back(trim(cell));
    if (!names.back().empty() && std::count(names.begin(), names.end(), names.back()) > 1)
      throw Error(ErrorKind::kInput,
                  fmt::format("{}:{}: two columns are named '{}'", path.string(), header.line, names.back()),
                  "rename one");
  }
  return names;
}

}  // namespace

void each_csv_row(std::string_view text, const std::filesystem::path& path, Collector& out, const TakeRow& take) {
  CsvRows csv = read_csv(text);
  if (csv.rows.empty()) return;
  const std::vector<std::string> names = header_names(csv.rows[0], path);

  for (std::size_t r = 1; r < csv.rows.size(); ++r) {
    auto& [line, cells] = csv.rows[r];
    if (cells.size() == names.size() + 1 && cells.back().empty()) {
      cells.pop_back();
      out.repaired(line, "trailing comma", "an empty cell after the last column was removed");
    }
    if (cells.size() != names.size()) {
      out.broken(line, "ragged row", fmt::format("{} cells, but the header has {}", cells.size(), names.size()));
      continue;
    }
    Json row = Json::object();
    for (std::size_t c = 0; c < cells.size(); ++c) row[names[c]] = cells[c];
    try {
      take(row, line);
    } catch (const RowError& e) {
      out.broken(line, "broken row", e.what());
    }
  }
  if (csv.open_quote_line > 0)
    out.broken(csv.open_quote_line, "truncated last line", "the file ends inside a quoted cell");
}

void each_row(std::string_view text, const std::filesystem::path& path, Collector& out, const TakeRow& take) {
  if (is_json(text))
    each_json_row(text, out, take);
  else
    each_csv_row(text, path, out, take);
}

Dataset read_rows(std::string_view text, const std::filesystem::path& path,
                  RawItem (*read_row)(const Json& row, int line)) {
  Collector out(path);
  each_row(text, path, out, [&](const Json& row, int line) { out.add(read_row(row, line)); });
  return out.finish();
}

bool has_columns(const Json* row, std::initializer_list<const char*> names) {
  return row && std::all_of(names.begin(), names.end(), [&](const char* name) { return row->contains(name); });
}

const Json& column(const Json& row, const char* name) {
  const auto found = row.is_object() ? row.find(name) : row.end();
  if (found == row.end()) throw RowError(fmt::format("there is no '{}'", name));
  return *found;
}

std::string text_of(const Json& row, const char* name) { return scalar_text(column(row, name), name); }

std::string text_or_empty(const Json& row, const char* name) { return row.contains(name) ? text_of(row, name) : ""; }

void add_tag(RawItem& out, const std::string& tag, const Json& row, const char* name) {
  if (std::string text(trim(text_or_empty(row, name))); !text.empty()) out.tags[tag] = std::move(text);
}

std::string subject_of(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  name.erase(std::min(name.find('.'), name.size()));
  for (const std::string_view split : {"_test", "_dev", "_val"})
    if (name.ends_with(split)) name.erase(name.size() - split.size());
  return name;
}

}  // namespace brink
