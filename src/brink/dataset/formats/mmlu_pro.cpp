#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  return has_columns(head.row, {"question_id", "question", "options", "answer", "answer_index", "category"});
}

// The letter and the index say the same thing twice; where they differ neither is believed.
GoldCell read_gold(const Json& row) {
  const std::string letter = text_of(row, "answer"), index = text_of(row, "answer_index");
  GoldCell out{.kind = GoldCell::Kind::kIndex, .values = {index}};
  if (letter.size() == 1 && index != std::to_string(letter[0] - 'A'))
    out.conflict = fmt::format("'answer' is {}, but 'answer_index' is {}", letter, index);
  return out;
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  out.id = text_of(row, "question_id");
  out.stem = text_of(row, "question");
  read_option_list(column(row, "options"), "options", out);
  out.gold = read_gold(row);
  add_tag(out, "category", row, "category");
  add_tag(out, "source", row, "src");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kMmluPro;
constinit const DataFormat kMmluPro{
    .name = "mmlu_pro",
    .summary = "MMLU-Pro: JSON lines {question_id, question, options, answer, answer_index, category}; 3-10 options",
    .source = "https://huggingface.co/datasets/TIGER-Lab/MMLU-Pro",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
