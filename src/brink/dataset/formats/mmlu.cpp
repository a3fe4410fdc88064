#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/csv_rows.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

// Question, four options, letter.
bool is_mmlu_row(std::span<const std::string> cells) {
  return cells.size() == 6 && cells[5].size() == 1 && cells[5][0] >= 'A' && cells[5][0] <= 'D';
}

bool matches(const FileHead& head) {
  if (head.cells.empty())
    return has_columns(head.row, {"question", "subject", "choices", "answer"}) && head.row->size() == 4;
  return is_mmlu_row(head.cells) &&
         std::none_of(head.cells.begin(), head.cells.end(), Columns::names_question);  // else it is a header
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
    each_json_row(text, out, [&](const Json& row, int line) { out.add(columns.read(row, line)); });
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
