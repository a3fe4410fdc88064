#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/json_lines.h"

namespace brink {
namespace {

bool matches(const std::filesystem::path&, std::string_view head) {
  const auto row = first_json_line(head);
  if (!row || !row->contains("answerKey") || !row->contains("question")) return false;
  const Json& question = (*row)["question"];
  if (question.is_object()) return question.contains("stem") && question.contains("choices");
  return row->contains("choices") && (*row)["choices"].is_object();
}

const Json& part(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw RowError(fmt::format("there is no '{}'", name));
  return *found;
}

// The original schema nests stem and choices in `question`; the other has them beside it.
RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  const Json& question = part(row, "question");
  const bool nested = question.is_object();
  out.stem = scalar_text(nested ? part(question, "stem") : question, "question");
  read_option_list(part(nested ? question : row, "choices"), "choices", out);
  out.gold.kind = GoldCell::Kind::kLabel;
  if (row.contains("answerKey")) out.gold.values = {scalar_text(row["answerKey"], "answerKey")};
  if (row.contains("id")) out.id = scalar_text(row["id"], "id");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  Collector out(path);
  each_json_line(text, out, [&](const Json& row, int line) { out.add(read_row(row, line)); });
  return out.finish();
}

}  // namespace

extern const DataFormat kArc;
constinit const DataFormat kArc{
    .name = "arc",
    .summary =
        "ARC: JSON lines of the original schema (also CommonsenseQA's) or of ai2_arc; 3-5 options, labels A-E or 1-5",
    .source = "https://allenai.org/data/arc; https://huggingface.co/datasets/allenai/ai2_arc",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
