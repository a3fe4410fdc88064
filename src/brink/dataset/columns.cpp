#include "brink/dataset/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

// The member of that name, case aside when no name is equal; nullptr when there is none or it is null.
const Json* member(const Json& row, std::string_view name, bool exact = false) {
  auto found = row.find(std::string(name));
  if (found == row.end() && !exact)
    for (found = row.begin(); found != row.end(); ++found)
      if (lower(found.key()) == lower(name)) break;
  return found == row.end() || found->is_null() ? nullptr : &*found;
}

const Json& mapped_member(const Json& row, const std::string& name) {
  static const Json kNull;
  const auto found = row.find(name);
  if (found != row.end()) return found->is_null() ? kNull : *found;
  std::vector<std::string> names;
  for (const auto& [key, value] : row.items()) names.push_back(key);
  const std::string near = closest(name, names);
  throw RowError(fmt::format("there is no column '{}'{}", name, near.empty() ? "" : ": did you mean '" + near + "'?"));
}

const ColumnRole& role_named(std::string_view name) {
  const auto& all = column_roles();
  return *std::find_if(all.begin(), all.end(), [&](const ColumnRole& r) { return r.name == name; });
}

}  // namespace

const std::vector<ColumnRole>& column_roles() {
  static const std::vector<ColumnRole> kAll{
      {"stem", {"question", "stem", "prompt"}, "the question"},
      {"passage", {"passage", "context"}, "a text the question is about"},
      {"options",
       {"options", "choices"},
       "a list, or several columns separated by commas (default also: A, B, C, ...)"},
      {"labels", {"labels"}, "the options' labels, a list; A, B, C, ... without"},
      {"gold",
       {"answer", "gold", "answerkey", "label", "correct", "target"},
       "the right option, as label, text, or index from 0: whichever fits"},
      {"gold_index", {"answer_index", "gold_index"}, "the right option, as index from 0"},
      {"gold_label", {}, "the right option, as label"},
      {"gold_text", {}, "the right option, as its text"},
      {"gold_number", {}, "the right number of a question without options"},
      {"id", {"id", "question_id"}, "a name for the item; the row number without"},
      {"tags",
       {"subject", "category", "topic", "level", "difficulty"},
       "what tables group by: columns separated by commas; an object named tags is taken apart"},
  };
  return kAll;
}

std::string scalar_text(const Json& value, std::string_view column) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  throw RowError(fmt::format("'{}' is a JSON {}, not a text", column, value.type_name()));
}

std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find(separator, from), list.size());
    out.emplace_back(trim(list.substr(from, end - from)));
    from = end + 1;
  }
  return out;
}

void read_option_list(const Json& value, std::string_view column, RawItem& out) {
  const auto list = [&](const Json& texts, std::vector<std::string>& into) {
    if (!texts.is_array()) throw RowError(fmt::format("'{}' is a JSON {}, not a list", column, texts.type_name()));
    for (const Json& text : texts) into.push_back(scalar_text(text, column));
  };
  const auto part = [&](const Json& object, const char* name) -> const Json& {
    const auto found = object.find(name);
    if (found == object.end()) throw RowError(fmt::format("'{}' has no '{}'", column, name));
    return *found;
  };
  if (value.is_object()) {
    if (value.contains("text")) {
      list(value["text"], out.options);
      list(part(value, "label"), out.labels);
      return;
    }
    for (const auto& [label, text] : value.items()) {
      out.labels.push_back(label);
      out.options.push_back(scalar_text(text, column));
    }
    return;
  }
  if (!value.is_array() || value.empty() || !value[0].is_object()) return list(value, out.options);
  for (const Json& option : value) {
    if (!option.is_object()) throw RowError(fmt::format("'{}' mixes objects with other values", column));
    out.options.push_back(scalar_text(part(option, "text"), column));
    out.labels.push_back(scalar_text(part(option, "label"), column));
  }
}

Columns::Columns(const ColumnMap& map) : map_(map) {
  std::vector<std::string> known;
  for (const ColumnRole& role : column_roles()) known.emplace_back(role.name);
  for (const auto& [role, column] : map_) {
    if (std::find(known.begin(), known.end(), role) != known.end()) continue;
    const std::string near = closest(role, known);
    throw Error(ErrorKind::kUsage, fmt::format("unknown column role '{}'", role),
                near.empty() ? fmt::format("known roles: {}", fmt::join(known, ", "))
                             : fmt::format("did you mean '{}'?", near));
  }
}

bool Columns::names_question(std::string_view name) {
  const auto& names = role_named("stem").default_names;
  return std::find(names.begin(), names.end(), lower(trim(name))) != names.end();
}

const Json* Columns::find(const Json& row, std::string_view role) const {
  if (const auto mapped = map_.find(std::string(role)); mapped != map_.end())
    return &mapped_member(row, mapped->second);
  for (const std::string_view name : role_named(role).default_names)
    if (const Json* value = member(row, name)) return value;
  return nullptr;
}

std::string Columns::text(const Json& row, std::string_view role) const {
  const Json* value = find(row, role);
  return value ? scalar_text(*value, role) : "";
}

void Columns::read_options(const Json& row, RawItem& out) const {
  const auto mapped = map_.find("options");
  const std::vector<std::string> names = mapped == map_.end() ? std::vector<std::string>{} : split(mapped->second, ',');
  if (names.size() > 1) {
    for (const std::string& name : names) out.options.push_back(scalar_text(mapped_member(row, name), name));
  } else if (const Json* list = find(row, "options")) {
    return read_option_list(*list, "options", out);
  } else {
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      const Json* cell = member(row, std::string(1, letter));
      if (!cell) break;
      out.options.push_back(scalar_text(*cell, "options"));
    }
  }
  // One column per option: rows with fewer options leave the last columns empty.
  while (!out.options.empty() && trim(out.options.back()).empty()) out.options.pop_back();
}

GoldCell Columns::read_gold(const Json& row) const {
  using Kind = GoldCell::Kind;
  for (const auto& [role, kind] :
       {std::pair{"gold_index", Kind::kIndex}, std::pair{"gold_label", Kind::kLabel},
        std::pair{"gold_text", Kind::kText}, std::pair{"gold_number", Kind::kNumber}, std::pair{"gold", Kind::kAny}}) {
    const Json* value = find(row, role);
    if (!value || value->is_null()) continue;
    GoldCell out{.kind = kind, .values = {}};
    const auto add = [&out, name = role](const Json& one) {
      out.values.push_back(scalar_text(one, name));
      out.is_number = one.is_number();
    };
    if (value->is_array())
      for (const Json& one : *value) add(one);
    else
      add(*value);
    return out;
  }
  return {};
}

std::map<std::string, std::string> Columns::read_tags(const Json& row) const {
  std::map<std::string, std::string> out;
  const auto add = [&](const std::string& name, const Json& value) {
    if (value.is_structured()) return;
    if (std::string text(trim(scalar_text(value, name))); !text.empty()) out[name] = std::move(text);
  };
  if (const auto mapped = map_.find("tags"); mapped != map_.end()) {
    for (const std::string& name : split(mapped->second, ',')) add(name, mapped_member(row, name));
    return out;
  }
  for (const std::string_view name : role_named("tags").default_names)
    if (const Json* value = member(row, name)) add(std::string(name), *value);
  if (const Json* tags = member(row, "tags"); tags && tags->is_object())
    for (const auto& [name, value] : tags->items()) add(name, value);
  return out;
}

RawItem Columns::read(const Json& row, int line) const {
  RawItem out;
  out.line = line;
  out.stem = text(row, "stem");
  out.passage = text(row, "passage");
  read_options(row, out);
  if (const Json* labels = find(row, "labels"); labels && labels->is_array()) {
    out.labels.clear();
    for (const Json& label : *labels) out.labels.push_back(scalar_text(label, "labels"));
  }
  out.gold = read_gold(row);
  out.tags = read_tags(row);
  if (std::string id = text(row, "id"); !id.empty()) out.id = std::move(id);
  return out;
}

}  // namespace brink
