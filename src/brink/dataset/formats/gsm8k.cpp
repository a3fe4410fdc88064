#include <nlohmann/json.hpp>

#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

constexpr std::string_view kMark = "####";  // what stands before the number, after the worked solution

bool matches(const FileHead& head) {
  if (!has_columns(head.row, {"question", "answer"}) || head.row->contains("options") || head.row->contains("choices"))
    return false;
  const Json& answer = (*head.row)["answer"];
  return answer.is_string() && answer.get<std::string>().find(kMark) != std::string::npos;
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  out.stem = text_of(row, "question");
  const std::string answer = text_of(row, "answer");
  const std::size_t mark = answer.rfind(kMark);
  out.gold.kind = GoldCell::Kind::kNumber;
  if (mark != answer.npos) out.gold.values = {answer.substr(mark + kMark.size())};
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kGsm8k;
constinit const DataFormat kGsm8k{
    .name = "gsm8k",
    .summary = "GSM8K: JSON lines {question, answer \"... #### 42\"}; a number is right, there are no options",
    .source = "https://github.com/openai/grade-school-math; https://huggingface.co/datasets/openai/gsm8k",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
