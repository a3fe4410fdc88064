#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

using Names = std::vector<std::string>;

// Exactly the published columns and a letter (or nothing) as the answer: a file of someone's own may look like it.
bool matches(const FileHead& head) {
  // CMMLU, and C-Eval with and without the explanations of its dev files or the answers of its test files.
  static const std::array<Names, 7> kHeaders{
      Names{"", "Question", "A", "B", "C", "D", "Answer"},
      Names{"Question", "A", "B", "C", "D", "Answer"},
      Names{"id", "question", "A", "B", "C", "D"},
      Names{"id", "question", "A", "B", "C", "D", "answer"},
      Names{"id", "question", "A", "B", "C", "D", "explanation"},
      Names{"id", "question", "A", "B", "C", "D", "answer", "explanation"},
      Names{"id", "question", "A", "B", "C", "D", "explanation", "answer"},
  };
  if (!head.row) return false;
  Names names;
  for (const auto& [name, value] : head.row->items()) names.push_back(name);
  if (std::find(kHeaders.begin(), kHeaders.end(), names) == kHeaders.end()) return false;
  const Json answer = head.row->value("Answer", head.row->value("answer", Json("")));
  const std::string letter(trim(answer.is_string() ? answer.get<std::string>() : "?"));
  return letter.empty() || (letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'D');
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  const bool cmmlu = row.contains("Question");
  out.stem = text_of(row, cmmlu ? "Question" : "question");
  for (const char* letter : {"A", "B", "C", "D"}) out.options.push_back(text_of(row, letter));
  out.gold = {.kind = GoldCell::Kind::kLabel, .values = {text_or_empty(row, cmmlu ? "Answer" : "answer")}};
  const char* id = cmmlu ? "" : "id";
  if (row.contains(id)) out.id = text_of(row, id);
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  Collector out(path);
  const std::string subject = subject_of(path);
  each_row(text, path, out, [&](const Json& row, int line) {
    RawItem item = read_row(row, line);
    item.tags["subject"] = subject;
    out.add(std::move(item));
  });
  return out.finish();
}

}  // namespace

extern const DataFormat kCmmlu;
constinit const DataFormat kCmmlu{
    .name = "cmmlu",
    .summary = "CMMLU and C-Eval: CSV with a header, Question, A, B, C, D, Answer; the subject is the file's name",
    .source = "https://huggingface.co/datasets/haonan-li/cmmlu; https://huggingface.co/datasets/ceval/ceval-exam",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
