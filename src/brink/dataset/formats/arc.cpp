#include <nlohmann/json.hpp>

#include "brink/dataset/choices_row.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  return is_choices_row(head.row) && head.row->contains("answerKey") && !head.row->contains("question_concept") &&
         !(*head.row)["question"].contains("question_concept");
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_choices_row);
}

}  // namespace

extern const DataFormat kArc;
constinit const DataFormat kArc{
    .name = "arc",
    .summary = "ARC: JSON lines of the original schema or of ai2_arc; 3-5 options, labels A-E or 1-5",
    .source = "https://allenai.org/data/arc; https://huggingface.co/datasets/allenai/ai2_arc",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
