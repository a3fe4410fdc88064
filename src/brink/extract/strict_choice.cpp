#include "brink/extract/strict_choice.h"

#include <algorithm>
#include <string>

#include "brink/base/text.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

bool is_ascii_alnum(char c) { return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'); }

bool is_letter_at(std::string_view text, std::size_t at, char last) {
  return text[at] >= 'A' && text[at] <= last && (at == 0 || !is_ascii_alnum(text[at - 1])) &&
         (at + 1 == text.size() || !is_ascii_alnum(text[at + 1]));
}

struct Letters {
  std::optional<char> only;  // the one that stands there, where no other does
  int n = 0;
};

Letters letters_in(std::string_view text, char last) {
  Letters out;
  bool other = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter_at(text, i, last)) continue;
    other = other || (out.only && *out.only != text[i]);
    out.only = text[i];
    ++out.n;
  }
  if (other) out.only.reset();
  return out;
}

/// Python's splitlines(): what ends a line there.
std::size_t line_break_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte > 0x1E && byte < 0x80) return 0;
  for (const std::string_view mark : {"\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"})
    if (text.substr(at).starts_with(mark)) return mark.size();
  return 0;
}

std::string_view last_line(std::string_view text) {
  std::string_view out;
  std::size_t begin = 0;
  const auto take = [&](std::size_t end) {
    if (const std::string_view line = text.substr(begin, end - begin); !trim(line).empty()) out = line;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n = line_break_at(text, at);
    if (n > 0) take(at);
    at += std::max<std::size_t>(n, 1);
    if (n > 0) begin = at;
  }
  take(text.size());
  return out;
}

std::string_view without(std::string_view text, std::string_view marks) {
  const std::size_t from = std::min(text.find_first_not_of(marks), text.size());
  return text.substr(from, text.find_last_not_of(marks) + 1 - from);
}

/// "B", "(B).", "**Answer:** B", "Final answer: (B)".
bool is_letter_alone(std::string_view line, char last) {
  constexpr std::string_view kMarks = " \t*_`()[].$\"'";
  line = without(trim(line), kMarks);
  std::string low(line);
  for (char& c : low) c = ascii_lower(c);
  for (const std::string_view lead : {"final answer", "the answer", "answer"})
    if (low.starts_with(lead)) {
      line = without(line.substr(lead.size()), kMarks);
      const bool colon = line.starts_with(':') || line.starts_with("\uFF1A");
      if (colon)
        line.remove_prefix(line[0] == ':' ? 1 : std::string_view("\uFF1A").size());
      else if (line.starts_with("is ") || line.starts_with("is:"))
        line.remove_prefix(3);
      else
        return false;
      line = without(line, kMarks);
      break;
    }
  return line.size() == 1 && is_letter_at(line, 0, last);
}

}  // namespace

StrictChoice strict_choice(std::string_view text, int n_options) {
  const char last = scan::last_letter(n_options);
  const std::string_view line = last_line(text);
  StrictChoice out;
  const Letters letters = letters_in(text, last);
  out.all = letters.only;
  out.n_letters = letters.n;
  out.end = letters_in(line, last).only;
  out.compliant = out.end.has_value();
  out.compliant_strict = is_letter_alone(line, last);
  return out;
}

}  // namespace brink
