#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) { return has_columns(head.row, {"question", "options", "rationale", "correct"}); }

// Every option carries its label, "A)21": part of the format, not dirt. Rows that differ are left to the Collector.
void strip_labels(std::vector<std::string>& options) {
  const auto label = [](std::size_t i) { return std::string(1, static_cast<char>('A' + i)) + ")"; };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < options.size() && i < 26; ++i) {
    const std::string_view text = trim(options[i]);
    if (!text.starts_with(label(i))) return;
    out.emplace_back(trim(text.substr(2)));
  }
  if (out.size() == options.size()) options = std::move(out);
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  out.stem = text_of(row, "question");
  read_option_list(column(row, "options"), "options", out);
  strip_labels(out.options);
  out.gold = {.kind = GoldCell::Kind::kLabel, .values = {text_of(row, "correct")}};
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kAquaRat;
constinit const DataFormat kAquaRat{
    .name = "aqua_rat",
    .summary = "AQuA-RAT: JSON lines {question, options [\"A)21\", ...], rationale, correct}; 5 options",
    .source = "https://github.com/google-deepmind/AQuA; https://huggingface.co/datasets/deepmind/aqua_rat",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
