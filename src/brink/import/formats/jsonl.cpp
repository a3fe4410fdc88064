#include <nlohmann/json.hpp>

#include "brink/import/generic_row.h"

namespace brink {
namespace {

void read(const ImportInput& input) {
  const LogColumns columns(input.options.columns);
  each_json_row(input.path, [&](const Json& row, int line) {
    if (!columns.holds_any(row)) return input.skipped(line, "no answer", "none of the mapped columns is there");
    for (ImportRow& one : columns.read(row, line, std::to_string(line))) input.row(std::move(one));
  });
}

}  // namespace

extern const ImportFormat kImportJsonl;
constinit const ImportFormat kImportJsonl{
    .name = "jsonl",
    .summary = "any JSON lines, or a JSON list of objects, under common column names or a column map",
    .source = "https://jsonlines.org",
    .takes_columns = true,
    .read = read,
};

}  // namespace brink
