#include "brink/import/options_in_text.h"

#include <algorithm>

#include "brink/base/text.h"

namespace brink {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t end = text.find('\n');
    out.push_back(trim(text.substr(0, end)));
    if (end == text.npos) return out;
    text.remove_prefix(end + 1);
  }
}

// The text behind "A.", "A)", "A:" or "(A)" when the line begins so.
std::optional<std::string_view> behind_label(std::string_view line, char letter) {
  const bool bracket = line.starts_with('(');
  if (bracket) line.remove_prefix(1);
  if (line.size() < 2 || line[0] != letter) return std::nullopt;
  const bool closed = bracket ? line[1] == ')' : line[1] == '.' || line[1] == ')' || line[1] == ':';
  if (!closed) return std::nullopt;
  const std::string_view text = trim(line.substr(2));
  return text.empty() ? std::nullopt : std::optional(text);
}

bool is_heading(std::string_view line) {
  std::string lower(line);
  for (char& c : lower) c = ascii_lower(c);
  for (const std::string_view heading : {"options:", "choices:", "answer choices:"})
    if (lower == heading) return true;
  return false;
}

}  // namespace

std::optional<ShownQuestion> question_in_text(std::string_view prompt) {
  const std::vector<std::string_view> lines = lines_of(prompt);
  std::size_t first = lines.size();
  for (std::size_t i = lines.size(); i-- > 0 && first == lines.size();)
    if (behind_label(lines[i], 'A') && i + 1 < lines.size() && behind_label(lines[i + 1], 'B')) first = i;
  if (first == lines.size()) return std::nullopt;

  ShownQuestion out;
  for (std::size_t i = first; i < lines.size() && out.options.size() < 26; ++i) {
    const auto text = behind_label(lines[i], static_cast<char>('A' + out.options.size()));
    if (!text) break;
    out.options.emplace_back(*text);
  }
  std::size_t end = first;
  while (end > 0 && (lines[end - 1].empty() || is_heading(lines[end - 1]))) --end;
  std::size_t begin = end;
  while (begin > 0 && !lines[begin - 1].empty()) --begin;
  for (std::size_t i = begin; i < end; ++i) out.stem += (i > begin ? "\n" : "") + std::string(lines[i]);
  return out;
}

}  // namespace brink
