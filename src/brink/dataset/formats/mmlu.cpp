#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/csv_rows.h"
#include "brink/dataset/json_lines.h"

namespace brink {
namespace {

bool is_json(std::string_view text) { return trim(text.substr(0, 256)).starts_with('{'); }

// Question, four options, letter.
bool is_mmlu_row(const std::vector<std::string>& cells) {
  return cells.size() == 6 && cells[5].size() == 1 && cells[5][0] >= 'A' && cells[5][0] <= 'D';
}

bool matches(const std::filesystem::path&, std::string_view head) {
  if (is_json(head)) {
    const auto row = first_json_line(head);
    if (!row || row->size() != 4) return false;
    return row->contains("question") && row->contains("subject") && row->contains("choices") && row->contains("answer");
  }
  const CsvRows rows = read_csv(head);
  if (rows.rows.empty() || !is_mmlu_row(rows.rows[0].cells)) return false;
  const auto& cells = rows.rows[0].cells;
  return std::none_of(cells.begin(), cells.end(), Columns::names_question);  // else it is a header
}

// The published files are named SUBJECT_SPLIT.csv.
std::string subject_of(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  name.erase(std::min(name.find('.'), name.size()));
  for (const std::string_view split : {"_test", "_dev", "_val"})
    if (name.ends_with(split)) name.erase(name.size() - split.size());
  return name;
}

void read_csv_rows(std::string_view text, const std::filesystem::path& path, Collector& out) {
  const CsvRows rows = read_csv(text);
  for (const auto& [line, cells] : rows.rows) {
    if (cells.size() != 6) {
      out.broken(line, "ragged row", fmt::format("{} cells; question, four options and a letter are 6", cells.size()));
      continue;
    }
    RawItem row;
    row.line = line;
    row.stem = cells[0];
    row.options.assign(cells.begin() + 1, cells.begin() + 5);
    row.gold = {.kind = GoldCell::Kind::kLabel, .values = {cells[5]}};
    row.tags["subject"] = subject_of(path);
    out.add(std::move(row));
  }
  if (rows.open_quote_line > 0)
    out.broken(rows.open_quote_line, "truncated last line", "the file ends inside a quoted cell");
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  Collector out(path);
  if (is_json(text)) {
    const Columns columns({{"stem", "question"}, {"options", "choices"}, {"gold", "answer"}});
    each_json_line(text, out, [&](const Json& row, int line) { out.add(columns.read(row, line)); });
  } else {
    read_csv_rows(text, path, out);
  }
  return out.finish();
}

}  // namespace

extern const DataFormat kMmlu;
constinit const DataFormat kMmlu{
    .name = "mmlu",
    .summary =
        "MMLU: JSON lines {question, subject, choices, answer 0-3}, or CSV without header: q, A, B, C, D, letter",
    .source = "https://huggingface.co/datasets/cais/mmlu; https://github.com/hendrycks/test",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
