#include "brink/study/toml_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/base/text.h"

namespace brink {
namespace {

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

int line_of(const toml::source_region& region) { return static_cast<int>(region.begin.line); }

}  // namespace

std::string suggest(std::string_view word, const std::vector<std::string>& words) {
  const std::string near = closest(word, words);
  return near.empty() ? fmt::format("known: {}", fmt::join(words, ", ")) : fmt::format("did you mean '{}'?", near);
}

std::string TomlTable::full_name(std::string_view key) const {
  return name_.empty() ? std::string(key) : name_ + "." + std::string(key);
}

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace_back(key);
  return table_->get(key);
}

SourceLine TomlTable::at(std::string_view key) const {
  const auto found = table_->find(key);
  return found == table_->end() ? at_ : SourceLine{at_.file, line_of(found->first.source())};
}

void TomlTable::problem(const SourceLine& where, std::string what, std::string hint) {
  problems_->push_back({where, std::move(what), std::move(hint)});
}

bool TomlTable::wrong_type(std::string_view key, const toml::node& node, std::string_view wanted) {
  problem(at(key), fmt::format("'{}' must be {}, not {}", full_name(key), wanted, type_name(node)));
  return false;
}

bool TomlTable::text(std::string_view key, std::string& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_string()) return wrong_type(key, *node, "a text");
  out = **node->as_string();
  return true;
}

bool TomlTable::boolean(std::string_view key, bool& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_boolean()) return wrong_type(key, *node, "true or false");
  out = **node->as_boolean();
  return true;
}

bool TomlTable::integer(std::string_view key, std::int64_t& out, std::int64_t least, std::int64_t most) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_integer()) return wrong_type(key, *node, "an integer");
  const std::int64_t value = **node->as_integer();
  if (value < least || value > most) {
    problem(at(key), fmt::format("'{}' = {} is out of range: {} to {}", full_name(key), value, least, most));
    return false;
  }
  out = value;
  return true;
}

bool TomlTable::integer(std::string_view key, int& out, int least, int most) {
  std::int64_t wide = 0;
  if (!integer(key, wide, std::int64_t{least}, std::int64_t{most})) return false;
  out = static_cast<int>(wide);
  return true;
}

bool TomlTable::number(std::string_view key, double& out, double least, double most, bool open) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_number()) return wrong_type(key, *node, "a number");
  const double value = *node->value<double>();
  // Written so that nan, which TOML has, is out of range too.
  if (!(value >= least && value <= most) || (open && value == least)) {
    problem(at(key), fmt::format("'{}' = {} is out of range: {} {} to {}", full_name(key), value,
                                 open ? "above" : "from", least, most));
    return false;
  }
  out = value;
  return true;
}

bool TomlTable::is_list(std::string_view key) const {
  const toml::node* node = table_->get(key);
  return node && node->is_array();
}

bool TomlTable::texts(std::string_view key, std::vector<std::string>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_array()) return wrong_type(key, *node, "a list of texts");
  std::vector<std::string> values;
  for (const toml::node& one : *node->as_array()) {
    if (!one.is_string()) {
      problem({at_.file, line_of(one.source())},
              fmt::format("'{}' must be a list of texts; this is {}", full_name(key), type_name(one)));
      return false;
    }
    values.push_back(**one.as_string());
  }
  out = std::move(values);
  return true;
}

bool TomlTable::words_or_integers(std::string_view key, std::vector<std::string>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_array()) return wrong_type(key, *node, "a list");
  std::vector<std::string> values;
  for (const toml::node& one : *node->as_array()) {
    if (one.is_string()) {
      values.push_back(**one.as_string());
    } else if (one.is_integer()) {
      values.push_back(std::to_string(**one.as_integer()));
    } else {
      problem({at_.file, line_of(one.source())},
              fmt::format("'{}' must be a list of texts and integers; this is {}", full_name(key), type_name(one)));
      return false;
    }
  }
  out = std::move(values);
  return true;
}

bool TomlTable::numbers(std::string_view key, std::vector<double>& out, double least, double most) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_array()) return wrong_type(key, *node, "a list of numbers");
  std::vector<double> values;
  for (const toml::node& one : *node->as_array()) {
    const SourceLine line{at_.file, line_of(one.source())};
    if (!one.is_number()) {
      problem(line, fmt::format("'{}' must be a list of numbers; this is {}", full_name(key), type_name(one)));
      return false;
    }
    const double value = *one.value<double>();
    if (!(value >= least && value <= most)) {
      problem(line,
              fmt::format("'{}' has {}, which is out of range: from {} to {}", full_name(key), value, least, most));
      return false;
    }
    values.push_back(value);
  }
  out = std::move(values);
  return true;
}

bool TomlTable::word(std::string_view key, std::string& out, std::string_view what,
                     const std::vector<std::string>& words) {
  std::string value;
  if (!text(key, value)) return false;
  if (std::find(words.begin(), words.end(), value) == words.end()) {
    problem(at(key), fmt::format("unknown {} '{}'", what, value), suggest(value, words));
    return false;
  }
  out = std::move(value);
  return true;
}

std::optional<TomlTable> TomlTable::table(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  if (!node->is_table()) {
    wrong_type(key, *node, "a table");
    return std::nullopt;
  }
  return TomlTable(*node->as_table(), full_name(key), at(key), *problems_);
}

std::vector<std::pair<std::string, TomlTable>> TomlTable::tables(std::string_view key) {
  std::vector<std::pair<std::string, TomlTable>> out;
  const toml::node* node = find(key);
  if (!node) return out;
  if (!node->is_table()) {
    wrong_type(key, *node, fmt::format("a table: [{}.NAME]", key));
    return out;
  }
  for (const auto& [name, value] : *node->as_table()) {
    const SourceLine where{at_.file, line_of(name.source())};
    const std::string full = full_name(key) + "." + std::string(name.str());
    if (!value.is_table())
      problem(where, fmt::format("'{}' must be a table, not {}", full, type_name(value)),
              fmt::format("write [{}.NAME] above the keys", key));
    else if (name.str().empty())
      problem(where, fmt::format("a table in [{}] has no name", key));
    else
      out.emplace_back(std::string(name.str()), TomlTable(*value.as_table(), full, where, *problems_));
  }
  // The parser sorts keys by name; the study runs in the order it was written.
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.second.at().line < b.second.at().line; });
  return out;
}

std::map<std::string, std::string> TomlTable::json_entries() {
  std::map<std::string, std::string> out;
  for (const auto& [name, node] : *table_) {
    const std::string key(name.str());
    known_.push_back(key);
    if (node.is_string())
      out[key] = Json(**node.as_string()).dump();
    else if (node.is_boolean())
      out[key] = **node.as_boolean() ? "true" : "false";
    else if (node.is_integer())
      out[key] = std::to_string(**node.as_integer());
    else if (node.is_floating_point() && std::isfinite(**node.as_floating_point()))
      out[key] = Json(**node.as_floating_point()).dump();
    else
      wrong_type(key, node, "a text, a finite number, true or false");
  }
  return out;
}

void TomlTable::require(std::string_view key) {
  if (!table_->contains(key))
    problem(at_, name_.empty() ? fmt::format("'{}' is missing", key) : fmt::format("[{}] needs '{}'", name_, key));
}

void TomlTable::refuse_other_keys() {
  for (const auto& [name, node] : *table_) {
    const std::string key(name.str());
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      problem(at(key), fmt::format("unknown key '{}'", full_name(key)), suggest(key, known_));
  }
}

}  // namespace brink
