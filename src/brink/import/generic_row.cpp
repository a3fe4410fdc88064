#include "brink/import/generic_row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

bool is_log_role(std::string_view name) {
  const auto& roles = log_roles();
  return std::any_of(roles.begin(), roles.end(), [&](const ColumnRole& r) { return r.name == name; });
}

std::vector<std::string> known_roles() {
  std::vector<std::string> out;
  for (const ColumnRole& role : log_roles()) out.emplace_back(role.name);
  for (const ColumnRole& role : column_roles()) out.emplace_back(role.name);
  return out;
}

ColumnMap part_of(const ColumnMap& map, bool of_log) {
  ColumnMap out;
  for (const auto& [role, column] : map) {
    const auto known = known_roles();
    if (std::find(known.begin(), known.end(), role) == known.end()) {
      const std::string near = closest(role, known);
      throw Error(ErrorKind::kUsage, fmt::format("unknown column role '{}'", role),
                  near.empty() ? fmt::format("known roles: {}", fmt::join(known, ", "))
                               : fmt::format("did you mean '{}'?", near));
    }
    if (is_log_role(role) == of_log) out[role] = column;
  }
  return out;
}

std::vector<std::string> split_at_plus(const std::string& list) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t plus = std::min(list.find('+', from), list.size());
    out.emplace_back(trim(std::string_view(list).substr(from, plus - from)));
    from = plus + 1;
  }
  return out;
}

// The option of a list of 0 and 1 that has the only 1; several options where several have.
GoldCell gold_of_mask(const Json& mask) {
  if (!mask.is_array()) throw RowError("'gold_mask' is not a list");
  GoldCell out{.kind = GoldCell::Kind::kIndex, .values = {}};
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (mask[i] == 1 || mask[i] == true) out.values.push_back(std::to_string(i));
  return out;
}

std::string words(const Json& value, std::string_view role) {
  return value.is_structured() ? value.dump() : scalar_text(value, role);
}

}  // namespace

const std::vector<ColumnRole>& log_roles() {
  static const std::vector<ColumnRole> kAll{
      {"text",
       {"response", "output", "completion", "generated_text", "model_outputs", "model_output", "response_text",
        "prediction", "text"},
       "what the model wrote (required); several columns joined by +, each a mode"},
      {"prompt", {"prompt", "messages", "input"}, "what it was asked: a text, or a list of {role, content}"},
      {"reasoning", {"reasoning_content", "reasoning"}, "thinking kept apart from the text"},
      {"finish", {"finish_reason", "stop_reason"}, "why it ended: stop, length, ..."},
      {"model", {"model", "model_name"}, "the model's name"},
      {"given", {"pred", "extracted_answer"}, "the answer that the log's own parser read"},
      {"verdict", {"score", "is_correct", "acc"}, "the log's own grade: 1 or 0, true or false, C or I"},
      {"gold_mask", {}, "a list of 0 and 1, one per option"},
      {"n_prompt", {"prompt_tokens", "input_tokens"}, "tokens of the prompt"},
      {"n_generated", {"completion_tokens", "output_tokens"}, "tokens generated"},
  };
  return kAll;
}

LogColumns::LogColumns(const ColumnMap& map) : log_(part_of(map, true)), item_(part_of(map, false)), columns_(item_) {
  if (const auto text = log_.find("text"); text != log_.end()) texts_ = split_at_plus(text->second);
}

bool LogColumns::holds_any(const Json& row) const {
  if (log_.empty() && item_.empty()) return true;
  for (const ColumnMap* map : {&log_, &item_})
    for (const auto& [role, column] : *map)
      for (const std::string& name : split_at_plus(column))
        if (row.contains(name)) return true;
  return false;
}

const Json* LogColumns::find(const Json& row, std::string_view role) const {
  if (const auto mapped = log_.find(std::string(role)); mapped != log_.end()) {
    if (!row.contains(mapped->second)) throw RowError(fmt::format("there is no column '{}'", mapped->second));
    return member(row, mapped->second);
  }
  for (const ColumnRole& known : log_roles()) {
    if (known.name != role) continue;
    for (const std::string_view name : known.default_names)
      if (const Json* found = member(row, name)) return found;
  }
  return nullptr;
}

std::vector<std::string> LogColumns::text_columns(const Json& row) const {
  if (!texts_.empty()) return texts_;
  for (const std::string_view name : log_roles().front().default_names)
    if (member(row, name)) return {std::string(name)};
  throw RowError("there is no text of the model; a column map names its column: --map text=COLUMN");
}

RawItem LogColumns::item(const Json& row, int line) const {
  RawItem out = columns_.read(row, line);
  if (const auto mask = log_.find("gold_mask"); mask != log_.end()) out.gold = gold_of_mask(need(row, mask->second));
  return out;
}

std::vector<ImportRow> LogColumns::read(const Json& row, int line, const std::string& key) const {
  ImportRow common;
  common.key = key;
  common.line = line;
  common.item = item(row, line);
  if (!common.item.id) common.item.id = key;
  if (const Json* prompt = find(row, "prompt")) {
    if (prompt->is_array()) {
      Messages messages = messages_of(*prompt);
      if (!messages.empty()) read_prompt(common.item, messages.back().content);
      common.input = std::move(messages);
    } else {
      common.prompt_tail = scalar_text(*prompt, "prompt");
      common.input = RawText{common.prompt_tail};
      read_prompt(common.item, common.prompt_tail);
    }
  } else {
    read_prompt(common.item, std::string(common.item.stem));
  }
  const Json* reasoning = find(row, "reasoning");
  const Json* finish = find(row, "finish");
  if (const Json* model = find(row, "model")) common.model = words(*model, "model");
  const Json* given = find(row, "given");
  const Json* verdict = find(row, "verdict");
  if (given || verdict) {
    Given& one = common.given.emplace_back();
    if (given) one.answer = words(*given, "given");
    if (verdict) one.verdict = words(*verdict, "verdict");
    one.scorer = "log";
  }

  std::vector<ImportRow> out;
  const std::vector<std::string> columns = text_columns(row);
  for (const std::string& column : columns) {
    const Json* text = member(row, column);
    if (!text) throw RowError(fmt::format("there is no text in column '{}'", column));
    const Json list = text->is_array() ? *text : Json::array({*text});
    for (std::size_t i = 0; i < list.size(); ++i) {
      ImportRow& one = out.emplace_back(common);
      if (columns.size() > 1) one.key += " " + column;
      if (list.size() > 1) one.key += fmt::format(" #{}", i + 1);
      if (columns.size() > 1) one.mode = column;
      Completion done =
          completion_of(reasoning ? scalar_text(*reasoning, "reasoning") : "", scalar_text(list[i], column),
                        finish ? finish_of(words(*finish, "finish")) : Finish::kUnknown);
      if (const Json* n = find(row, "n_prompt")) done.usage.n_prompt = count_of(*n).value_or(0);
      if (const Json* n = find(row, "n_generated")) done.usage.n_generated = count_of(*n).value_or(0);
      one.response = std::move(done);
    }
  }
  return out;
}

std::vector<std::string> LogColumns::empty_columns(const Json& row) const {
  std::vector<std::string> out = text_columns(row);
  std::erase_if(out, [&](const std::string& column) {
    const Json* texts = member(row, column);
    return !texts || !texts->is_array() || !texts->empty();
  });
  return out;
}

bool LogColumns::lacks_text(const Json& row) const {
  bool has_column = false;
  const auto is_null = [&](std::string_view name) {
    const auto found = row.find(std::string(name));
    has_column = has_column || found != row.end();
    return found == row.end() || found->is_null();
  };
  const bool all = texts_.empty() ? std::ranges::all_of(log_roles().front().default_names, is_null)
                                  : std::ranges::all_of(texts_, is_null);
  return has_column && all;
}

void read_by_columns(const ImportInput& input, EachRow& each_row) {
  const LogColumns columns(input.options.columns);
  each_row(input.path, [&](const Json& row, int line) {
    if (!columns.holds_any(row)) return input.skipped(line, "no answer", "none of the mapped columns is there");
    if (columns.lacks_text(row)) return input.skipped(line, "no answer", "the model's text is null");
    for (const std::string& column : columns.empty_columns(row))
      input.skipped(line, "no answer", "the list of answers in '" + column + "' is empty");
    for (ImportRow& one : columns.read(row, line, std::to_string(line))) input.row(std::move(one));
  });
}

}  // namespace brink
