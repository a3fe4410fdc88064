#include <nlohmann/json.hpp>

#include "brink/dataset/choices_row.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool nested(const Json& row) { return column(row, "question").is_object(); }

bool matches(const FileHead& head) {
  if (!is_choices_row(head.row)) return false;
  return has_columns(nested(*head.row) ? &(*head.row)["question"] : head.row, {"question_concept"});
}

RawItem read_row(const Json& row, int line) {
  RawItem out = read_choices_row(row, line);
  add_tag(out, "concept", nested(row) ? row["question"] : row, "question_concept");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kCommonsenseQa;
constinit const DataFormat kCommonsenseQa{
    .name = "commonsense_qa",
    .summary = "CommonsenseQA: JSON lines of the original schema or of tau/commonsense_qa; 5 options",
    .source = "https://www.tau-nlp.org/commonsenseqa; https://huggingface.co/datasets/tau/commonsense_qa",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
