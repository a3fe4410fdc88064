#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/json_lines.h"

namespace brink {
namespace {

bool matches(const std::filesystem::path&, std::string_view head) { return trim(head).starts_with('{'); }

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap& map) {
  const Columns columns(map);
  Collector out(path);
  each_json_line(text, out, [&](const Json& row, int line) { out.add(columns.read(row, line)); });
  return out.finish();
}

}  // namespace

extern const DataFormat kJsonl;
constinit const DataFormat kJsonl{
    .name = "jsonl",
    .summary = "JSON lines, one object per item, under common column names or a column map",
    .source = "https://jsonlines.org",
    .takes_columns = true,
    .matches = matches,
    .read = read,
};

}  // namespace brink
