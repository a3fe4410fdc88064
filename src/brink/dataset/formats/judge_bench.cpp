#include <nlohmann/json.hpp>

#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) { return has_columns(head.row, {"question", "response_A", "response_B", "label"}); }

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  out.stem = text_of(row, "question");
  out.options = {text_of(row, "response_A"), text_of(row, "response_B")};
  const std::string label = text_of(row, "label");
  out.gold = {.kind = GoldCell::Kind::kLabel, .values = {label == "A>B" ? "A" : label == "B>A" ? "B" : label}};
  if (std::string id = text_or_empty(row, "pair_id"); !id.empty()) out.id = std::move(id);
  add_tag(out, "source", row, "source");
  add_tag(out, "response_model", row, "response_model");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kJudgeBench;
constinit const DataFormat kJudgeBench{
    .name = "judge_bench",
    .summary =
        "JudgeBench: JSON lines {pair_id, question, response_A, response_B, label \"A>B\" or \"B>A\"}; 2 options",
    .source = "https://github.com/ScalerLab/JudgeBench",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
