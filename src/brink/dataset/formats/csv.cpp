#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/csv_rows.h"

namespace brink {
namespace {

bool matches(const std::filesystem::path& path, std::string_view head) {
  const CsvRows rows = read_csv(head);
  if (rows.rows.empty()) return false;
  const auto& cells = rows.rows[0].cells;
  const std::string name = path.filename().string();
  return name.ends_with(".csv") || name.ends_with(".csv.gz") ||
         (cells.size() > 1 && std::any_of(cells.begin(), cells.end(), Columns::names_question));
}

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

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap& map) {
  const Columns columns(map);
  Collector out(path);
  const CsvRows rows = read_csv(text);
  if (rows.rows.empty()) return out.finish();
  const std::vector<std::string> names = header_names(rows.rows[0], path);

  for (std::size_t r = 1; r < rows.rows.size(); ++r) {
    const auto& [line, cells] = rows.rows[r];
    if (cells.size() != names.size()) {
      out.broken(line, "ragged row", fmt::format("{} cells, but the header has {}", cells.size(), names.size()));
      continue;
    }
    Json row = Json::object();
    for (std::size_t c = 0; c < cells.size(); ++c) row[names[c]] = cells[c];
    try {
      out.add(columns.read(row, line));
    } catch (const RowError& e) {
      out.broken(line, "broken row", e.what());
    }
  }
  if (rows.open_quote_line > 0)
    out.broken(rows.open_quote_line, "truncated last line", "the file ends inside a quoted cell");
  return out.finish();
}

}  // namespace

extern const DataFormat kCsv;
constinit const DataFormat kCsv{
    .name = "csv",
    .summary = "comma-separated values with a header, under common column names or a column map",
    .source = "RFC 4180",
    .takes_columns = true,
    .matches = matches,
    .read = read,
};

}  // namespace brink
