#include "brink/dataset/labels.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <set>

namespace brink {
namespace {

constexpr std::string_view kTie = "+tie";

std::vector<std::string> listed(std::string_view base) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= base.size();) {
    const std::size_t comma = std::min(base.find(',', from), base.size());
    out.emplace_back(base.substr(from, comma - from));
    from = comma + 1;
  }
  return out;
}

bool is_list(const LabelSet& set) {
  return set.base != "letters" && set.base != "digits" && set.base != "lower" && set.base != "none";
}

std::string label_at(const LabelSet& set, int i) {
  if (set.base == "letters") return {static_cast<char>('A' + i)};
  if (set.base == "lower") return {static_cast<char>('a' + i)};
  if (set.base == "digits") return std::to_string(i + 1);
  if (set.base == "none") return {};
  return listed(set.base).at(static_cast<std::size_t>(i));
}

bool is_word(const std::string& label) {
  return !label.empty() && std::all_of(label.begin(), label.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '@' && c != '+' && c != ',';
  });
}

}  // namespace

std::string LabelSet::text() const {
  return base + (rotation == 0 ? "" : "@" + std::to_string(rotation)) + (tie ? std::string(kTie) : "");
}

LabelSet label_set(std::string_view text) {
  LabelSet out;
  if (text.ends_with(kTie)) {
    out.tie = true;
    text.remove_suffix(kTie.size());
  }
  const std::size_t at = text.rfind('@');
  if (at != text.npos) {
    std::from_chars(text.data() + at + 1, text.data() + text.size(), out.rotation);
    text = text.substr(0, at);
  }
  out.base = text;
  return out;
}

std::string label_problem(const LabelSet& set) {
  if (!is_list(set)) return {};
  const std::vector<std::string> labels = listed(set.base);
  if (labels.size() < 2) return "a list of labels has two or more";
  for (const std::string& label : labels)
    if (!is_word(label)) return "'" + label + "' is not a label: words without spaces, '@', '+' and ','";
  if (std::set<std::string>(labels.begin(), labels.end()).size() < labels.size()) return "a label stands twice";
  return {};
}

int n_labels(const LabelSet& set) {
  constexpr int kLetters = 26;
  const int n = set.base == "none" || set.base == "digits" ? std::numeric_limits<int>::max()
                : is_list(set)                             ? static_cast<int>(listed(set.base).size())
                                                           : kLetters;
  return n - (set.tie ? 1 : 0);
}

std::vector<int> label_indices(const LabelSet& set, int m) {
  std::vector<int> out(static_cast<std::size_t>(m));
  for (int i = 0; i < m; ++i) out[static_cast<std::size_t>((i + set.rotation) % m)] = i;
  return out;
}

std::vector<std::string> slot_labels(const LabelSet& set, int m) {
  assert(m <= n_labels(set));
  std::vector<std::string> out;
  for (const int i : label_indices(set, m)) out.push_back(label_at(set, i));
  return out;
}

std::vector<std::string> slot_labels(const Variant& variant) {
  return slot_labels(label_set(variant.label_set), static_cast<int>(variant.order.size()));
}

std::optional<std::string> tie_label(const LabelSet& set, int m) {
  return set.tie ? std::optional(label_at(set, m)) : std::nullopt;
}

std::string_view spelled_label(std::string_view token) {
  constexpr std::string_view kBehind = ").:";
  while (token.starts_with(' ')) token.remove_prefix(1);
  while (token.size() > 1 && kBehind.find(token.back()) != kBehind.npos) token.remove_suffix(1);
  return token;
}

bool are_letters(const LabelSet& set, int m) {
  const LabelSet letters;
  std::vector<std::string> labels = slot_labels(set, m);
  std::sort(labels.begin(), labels.end());
  const auto tie = tie_label(set, m);
  return labels == slot_labels(letters, m) && (!tie || *tie == label_at(letters, m));
}

}  // namespace brink
