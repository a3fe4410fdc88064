#include "brink/import/generic_row.h"

namespace brink {
extern const ImportFormat kImportCsv;
constinit const ImportFormat kImportCsv{
    .name = "csv",
    .summary = "any comma-separated values with a header, under common column names or a column map",
    .source = "RFC 4180",
    .takes_columns = true,
    .read = [](const ImportInput& input) { read_by_columns(input, each_csv_row); },
};

}  // namespace brink
