#include "brink/dataset/choices_row.h"

#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/rows.h"

namespace brink {

RawItem read_choices_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  const Json& question = column(row, "question");
  const bool nested = question.is_object();
  out.stem = nested ? text_of(question, "stem") : text_of(row, "question");
  read_option_list(column(nested ? question : row, "choices"), "choices", out);
  out.gold = {.kind = GoldCell::Kind::kLabel, .values = {text_or_empty(row, "answerKey")}};
  if (row.contains("id")) out.id = text_of(row, "id");
  return out;
}

bool is_choices_row(const Json* row) {
  if (!has_columns(row, {"question"})) return false;
  const Json& question = (*row)["question"];
  if (question.is_object()) return has_columns(&question, {"stem", "choices"});
  return row->contains("choices") && (*row)["choices"].is_object();
}

}  // namespace brink
