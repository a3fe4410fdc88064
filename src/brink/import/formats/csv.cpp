#include <nlohmann/json.hpp>

#include "brink/import/generic_row.h"

namespace brink {
namespace {

void read(const ImportInput& input) {
  const LogColumns columns(input.options.columns);
  each_csv_row(input.path, [&](const Json& row, int line) {
    for (ImportRow& one : columns.read(row, line, std::to_string(line))) input.row(std::move(one));
  });
}

}  // namespace

extern const ImportFormat kImportCsv;
constinit const ImportFormat kImportCsv{
    .name = "csv",
    .summary = "any comma-separated values with a header, under common column names or a column map",
    .source = "RFC 4180",
    .takes_columns = true,
    .read = read,
};

}  // namespace brink
