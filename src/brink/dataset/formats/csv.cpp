#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  const std::string name = head.path.filename().string();
  if (head.cells.empty()) return false;
  return name.ends_with(".csv") || name.ends_with(".csv.gz") ||
         (head.cells.size() > 1 && std::any_of(head.cells.begin(), head.cells.end(), Columns::names_question));
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap& map) {
  const Columns columns(map);
  Collector out(path);
  each_csv_row(text, path, out, [&](const Json& row, int line) { out.add(columns.read(row, line)); });
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
