#include "brink/dataset/gold.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "brink/base/text.h"
#include "brink/dataset/decimal.h"

namespace brink {
namespace {

using Texts = std::vector<std::string>;

// Index of the only element equal to `value`, else nothing: a text that two options share names neither.
std::optional<int> find_only(const Texts& texts, std::string_view value) {
  const auto first = std::find(texts.begin(), texts.end(), value);
  if (first == texts.end() || std::find(first + 1, texts.end(), value) != texts.end()) return std::nullopt;
  return static_cast<int>(first - texts.begin());
}

std::optional<int> find_label(const Texts& labels, std::string_view value) {
  if (const auto exact = find_only(labels, value)) return exact;
  if (value.size() == 1 && value[0] >= 'a' && value[0] <= 'z')
    return find_only(labels, std::string(1, static_cast<char>(value[0] - 'a' + 'A')));
  return std::nullopt;
}

std::optional<int> find_index(std::size_t n_options, std::string_view value) {
  int index = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), index);
  if (failure != std::errc{} || end != value.data() + value.size()) return std::nullopt;
  return index >= 0 && static_cast<std::size_t>(index) < n_options ? std::optional(index) : std::nullopt;
}

std::set<int> readings(const GoldCell& cell, const std::string& value, const Texts& options, const Texts& labels) {
  using Kind = GoldCell::Kind;
  const Kind kind = cell.kind;
  std::set<int> found;
  const auto add = [&](std::optional<int> option) {
    if (option) found.insert(*option);
  };
  // A JSON number is an index, never the text of an option.
  const bool any_text = kind == Kind::kAny && !cell.is_number;
  if (kind == Kind::kLabel || any_text) add(find_label(labels, value));
  if (kind == Kind::kText || any_text) add(find_only(options, value));
  if (kind == Kind::kIndex || kind == Kind::kAny) add(find_index(options.size(), value));
  return found;
}

// "AC", "A C", "A, C": one-letter labels in ascending order.
std::optional<std::vector<int>> several_labels(std::string_view value, const Texts& labels) {
  std::vector<int> out;
  for (const char c : value) {
    if (c == ' ' || c == ',') continue;
    const auto option = find_only(labels, std::string(1, c));
    if (!option || (!out.empty() && *option <= out.back())) return std::nullopt;
    out.push_back(*option);
  }
  return out.size() > 1 ? std::optional(out) : std::nullopt;
}

ResolvedGold resolve_open(const GoldCell& cell) {
  const std::string_view value = cell.values.size() == 1 ? trim(cell.values[0]) : "";
  if (value.empty()) return {{}, "missing gold"};
  if (cell.kind == GoldCell::Kind::kAnswer) return {std::string(value), ""};
  const auto number = parse_decimal(value);
  return number ? ResolvedGold{*number, ""} : ResolvedGold{{}, "unknown gold"};
}

}  // namespace

ResolvedGold resolve_gold(const GoldCell& cell, const Texts& options, const Texts& labels) {
  if (!cell.conflict.empty()) return {{}, "ambiguous gold"};
  if (cell.is_open()) return resolve_open(cell);
  std::vector<int> right;
  for (const std::string& raw : cell.values) {
    const std::string value(trim(raw));
    if (value.empty()) continue;
    const std::set<int> found = readings(cell, value, options, labels);
    if (found.size() > 1) return {{}, "ambiguous gold"};
    if (found.size() == 1) {
      right.push_back(*found.begin());
      continue;
    }
    const bool may_be_labels = cell.kind == GoldCell::Kind::kLabel || cell.kind == GoldCell::Kind::kAny;
    const auto several = may_be_labels ? several_labels(value, labels) : std::nullopt;
    if (!several) return {{}, "unknown gold"};
    right.insert(right.end(), several->begin(), several->end());
  }
  std::sort(right.begin(), right.end());
  right.erase(std::unique(right.begin(), right.end()), right.end());
  if (right.empty()) return {{}, "missing gold"};
  if (right.size() == 1) return {right.front(), ""};
  return {right, ""};
}

}  // namespace brink
