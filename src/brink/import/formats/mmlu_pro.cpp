#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/import/generic_row.h"

namespace brink {
namespace {

// The published score counts a row as right when pred is the answer's letter; where the text has none, pred is either
// null or a letter drawn at random.
void add_verdict(ImportRow& row, const Json& source) {
  const auto gold = text_member(source, "answer");
  if (!gold || !source.contains("pred")) return;
  const auto pred = text_member(source, "pred");
  row.given = {{.answer = pred, .verdict = pred == gold ? "1" : "0", .scorer = "pred"}};
}

void read(const ImportInput& input) {
  const LogColumns columns({{"stem", "question"}, {"options", "options"}});
  each_json_row(input.path, [&](const Json& row, int line) {
    for (const char* name : {"question", "options", "answer"}) need(row, name);
    for (ImportRow& one : columns.read(row, line, std::to_string(line))) {
      if (const auto index = text_member(row, "answer_index"))
        one.item.gold = {.kind = GoldCell::Kind::kIndex, .values = {*index}};
      add_verdict(one, row);
      input.row(std::move(one));
    }
  });
}

}  // namespace

extern const ImportFormat kImportMmluPro;
constinit const ImportFormat kImportMmluPro{
    .name = "mmlu-pro",
    .summary =
        "MMLU-Pro and the like: {question, options, answer, pred, model_outputs or generated_text}, options as shown",
    .source = "https://github.com/TIGER-AI-Lab/MMLU-Pro, evaluate_from_local.py",
    .takes_columns = false,
    .read = read,
};

}  // namespace brink
