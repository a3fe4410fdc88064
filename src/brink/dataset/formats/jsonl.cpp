#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/json_rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) { return head.cells.empty(); }

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap& map) {
  const Columns columns(map);
  Collector out(path);
  each_json_row(text, out, [&](const Json& row, int line) { out.add(columns.read(row, line)); });
  return out.finish();
}

}  // namespace

extern const DataFormat kJsonl;
constinit const DataFormat kJsonl{
    .name = "jsonl",
    .summary = "JSON lines or a JSON list, one object per item, under common column names or a column map",
    .source = "https://jsonlines.org",
    .takes_columns = true,
    .matches = matches,
    .read = read,
};

}  // namespace brink
