#include "brink/import/generic_row.h"

namespace brink {
extern const ImportFormat kImportJsonl;
constinit const ImportFormat kImportJsonl{
    .name = "jsonl",
    .summary = "any JSON lines, or a JSON list of objects, under common column names or a column map",
    .source = "https://jsonlines.org",
    .takes_columns = true,
    .read = [](const ImportInput& input) { read_by_columns(input, each_json_row); },
};

}  // namespace brink
