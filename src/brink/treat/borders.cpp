#include "brink/treat/borders.h"

#include <algorithm>
#include <array>

namespace brink {
namespace {

bool inside_character(std::string_view text, std::size_t byte) {
  return byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U;
}

}  // namespace

Borders::Borders(std::string_view text, const std::vector<std::string>& tokens) : text_(text), ends_{0} {
  std::size_t end = 0;
  for (const std::string& token : tokens) {
    if (text.substr(end, token.size()) != token) break;
    end += token.size();
    ends_.push_back(inside_character(text, end) ? std::nullopt : std::optional(end));
  }
  while (!ends_.back()) ends_.pop_back();
}

int Borders::at_token(int n) const {
  n = std::clamp(n, 0, n_tokens());
  while (!ends_[static_cast<std::size_t>(n)]) --n;
  return n;
}

int Borders::at_byte(std::size_t byte) const {
  int n = n_tokens();
  while (n > 0 && (!ends_[static_cast<std::size_t>(n)] || this->byte(n) > byte)) --n;
  return n;
}

bool Borders::ends_sentence(int n) const {
  static constexpr std::array<std::string_view, 8> kEnds{".", "!", "?", "\n", "。", "！", "？", "؟"};
  const auto& end = ends_[static_cast<std::size_t>(n)];
  if (!end) return false;
  std::string_view before = text_.substr(0, *end);
  // A full stop inside a number or a name is none: white space or the end of the text follows one.
  const std::string_view after = text_.substr(*end, 1);
  const bool open = !after.empty() && after != " " && after != "\n" && after != "\t";
  while (before.ends_with('"') || before.ends_with('*') || before.ends_with(')')) before.remove_suffix(1);
  return std::ranges::any_of(kEnds, [&](std::string_view e) { return before.ends_with(e) && (e != "." || !open); });
}

int Borders::near_sentence_end(int n, int reach) const {
  n = std::clamp(n, 0, n_tokens());
  for (int far = 0; far <= reach; ++far)
    for (const int at : {n - far, n + far})
      if (at >= 0 && at <= n_tokens() && (at == 0 || ends_sentence(at))) return at;
  return at_token(n);
}

int Borders::sentence_end_before(int n) const {
  n = std::clamp(n, 0, n_tokens());
  while (n > 0 && !ends_sentence(n)) --n;
  return n;
}

}  // namespace brink
