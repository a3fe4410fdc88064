#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  return has_columns(head.row, {"passage", "question", "options", "label"}) ||
         has_columns(head.row, {"query", "choices", "gold"});
}

// What may follow the letter of an option: "A．text", "A .text", "A: text", "(A) text", "A text".
constexpr std::array<std::string_view, 9> kAfterLetter{")", ".", "．", "、", "。", ":", "：", ",", "，"};

// Takes the written label off an option: its letter, or nothing when there is none.
std::optional<char> take_label(std::string& option) {
  std::string_view rest = trim(option);
  const bool bracket = rest.starts_with('(');
  if (bracket) rest.remove_prefix(1);
  if (rest.empty() || rest[0] < 'A' || rest[0] > 'Z') return std::nullopt;
  const char letter = rest[0];
  rest.remove_prefix(1);
  const std::size_t spaces = rest.size() - trim(rest).size();
  const std::string_view mark_at = trim(rest);
  const auto mark = std::find_if(kAfterLetter.begin(), kAfterLetter.end(),
                                 [&](std::string_view m) { return mark_at.starts_with(m); });
  if (mark == kAfterLetter.end() ? bracket || spaces == 0 : bracket && *mark != ")") return std::nullopt;
  option = std::string(trim(mark == kAfterLetter.end() ? rest : mark_at.substr(mark->size())));
  return letter;
}

// Options carry their labels, in some rows not in the order of the alphabet; the row's gold means the written ones.
// A row whose labels are not the letters from A, each once, is left as it is.
void read_labels(RawItem& out) {
  std::vector<std::string> options = out.options, labels;
  for (std::string& option : options)
    if (const auto letter = take_label(option)) labels.emplace_back(1, *letter);
  std::vector<std::string> sorted = labels;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i][0] != static_cast<char>('A' + i)) return;
  if (labels.size() != options.size()) return;
  out.options = std::move(options);
  out.labels = std::move(labels);
}

std::vector<std::string> texts(const Json& value, const char* name) {
  std::vector<std::string> out;
  if (value.is_array())
    for (const Json& one : value) out.push_back(scalar_text(one, name));
  else
    out.push_back(scalar_text(value, name));
  return out;
}

// The prompt that the benchmark was published with holds the options: what stands before them is the question.
std::string question_of(const std::string& query) {
  for (const auto& [open, options] : {std::pair{"Q: ", "Answer Choices:"}, std::pair{"问题：", "选项："}}) {
    const std::size_t end = query.rfind(options);
    if (end == query.npos) continue;
    const std::string_view question = trim(std::string_view(query).substr(0, end));
    return std::string(question.starts_with(open) ? question.substr(std::string_view(open).size()) : question);
  }
  throw RowError("'query' does not say where its options begin");
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  if (row.contains("query")) {
    out.stem = question_of(text_of(row, "query"));
    read_option_list(column(row, "choices"), "choices", out);
    out.gold = {.kind = GoldCell::Kind::kIndex, .values = texts(column(row, "gold"), "gold")};
    read_labels(out);
    return out;
  }
  out.passage = text_or_empty(row, "passage");
  out.stem = text_of(row, "question");
  const Json& options = column(row, "options");
  if (options.is_null() || options.empty()) {
    out.gold = {.kind = GoldCell::Kind::kAnswer, .values = {text_or_empty(row, "answer")}};
    return out;
  }
  read_option_list(options, "options", out);
  out.gold = {.kind = GoldCell::Kind::kLabel, .values = texts(column(row, "label"), "label")};
  read_labels(out);
  if (row.contains("other") && row["other"].is_object()) add_tag(out, "source", row["other"], "source");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kAgieval;
constinit const DataFormat kAgieval{
    .name = "agieval",
    .summary =
        "AGIEval: JSON lines {passage, question, options [\"(A)...\"], label, answer}, one or several right; or "
        "{query, choices, gold}",
    .source = "https://github.com/ruixiangcui/AGIEval; https://huggingface.co/datasets/hails/agieval-sat-math",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
