#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  return has_columns(head.row, {"question", "mc1_targets"}) ||
         has_columns(head.row, {"question", "best_answer", "incorrect_answers"}) ||
         has_columns(head.row, {"Question", "Best Answer", "Incorrect Answers"});
}

// {choices: [], labels: [1, 0, ...]}, or {"answer": 1, "answer": 0, ...} of the first release.
void read_targets(const Json& targets, RawItem& out) {
  Json labels = Json::array();
  if (targets.is_object() && targets.contains("choices")) {
    read_option_list(targets["choices"], "choices", out);
    labels = column(targets, "labels");
  } else if (targets.is_object()) {
    for (const auto& [text, label] : targets.items()) {
      out.options.push_back(text);
      labels.push_back(label);
    }
  }
  if (!labels.is_array() || labels.size() != out.options.size())
    throw RowError("'mc1_targets' is not one label for each choice");
  out.gold.kind = GoldCell::Kind::kIndex;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] == 1) out.gold.values.push_back(std::to_string(i));
  if (out.gold.values.size() > 1) out.gold.conflict = "'mc1_targets' calls several choices right";
}

// The best answer, then the wrong ones: "text; text; " of the CSV, or a list.
void read_answers(const std::string& best, const Json& wrong, RawItem& out) {
  out.options = {best};
  if (wrong.is_array())
    read_option_list(wrong, "incorrect_answers", out);
  else
    for (const std::string& text : split(scalar_text(wrong, "Incorrect Answers"), ';'))
      if (!trim(text).empty()) out.options.emplace_back(trim(text));
  out.gold = {.kind = GoldCell::Kind::kIndex, .values = {"0"}};
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  const bool csv = row.contains("Question");
  out.stem = text_of(row, csv ? "Question" : "question");
  if (row.contains("mc1_targets"))
    read_targets(row["mc1_targets"], out);
  else if (csv)
    read_answers(text_of(row, "Best Answer"), column(row, "Incorrect Answers"), out);
  else
    read_answers(text_of(row, "best_answer"), column(row, "incorrect_answers"), out);
  out.gold_first = true;
  add_tag(out, "category", row, csv ? "Category" : "category");
  add_tag(out, "type", row, csv ? "Type" : "type");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kTruthfulQa;
constinit const DataFormat kTruthfulQa{
    .name = "truthful_qa",
    .summary =
        "TruthfulQA, MC1: the best answer and the wrong ones, from mc1_targets or from the CSV; 2-13 options, put in a "
        "drawn order",
    .source = "https://github.com/sylinrl/TruthfulQA; https://huggingface.co/datasets/truthfulqa/truthful_qa",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
