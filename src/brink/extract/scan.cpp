#include "brink/extract/scan.h"

#include "brink/base/unicode.h"

namespace brink::scan {
namespace {

unsigned char byte(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

}  // namespace

CodePoint decode(std::string_view text, std::size_t at) {
  const char32_t b = byte(text, at);
  const auto tail = [&](std::size_t i) { return static_cast<char32_t>(byte(text, at + i) & 0x3F); };
  if (b < 0x80) return {b, 1};
  if (b < 0xE0) return {(b & 0x1F) << 6 | tail(1), 2};
  if (b < 0xF0) return {(b & 0x0F) << 12 | tail(1) << 6 | tail(2), 3};
  return {(b & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4};
}

Folded fold_at(std::string_view text, std::size_t at) {
  const unsigned char b = byte(text, at);
  if (b < 0x80) return {b >= 'A' && b <= 'Z' ? static_cast<char>(b | 0x20) : static_cast<char>(b), 1};
  const auto [c, n] = decode(text, at);
  const char equal = c == U'\u017F' ? 's' : c == U'\u0130' || c == U'\u0131' ? 'i' : c == U'\u212A' ? 'k' : '\0';
  return {equal, static_cast<int>(n)};
}

bool word_at(std::string_view text, std::size_t at) { return at < text.size() && is_word(decode(text, at).c); }

bool word_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  --at;
  while (at > 0 && !begins_code_point(text, at)) --at;
  return is_word(decode(text, at).c);
}

std::optional<Letter> letter_at(std::string_view text, std::size_t at, char last, bool ignore_case) {
  if (at >= text.size()) return std::nullopt;
  char c = text[at];
  std::size_t n = 1;
  if (ignore_case) {
    const Folded f = fold_at(text, at);
    if (f.c < 'a' || f.c > 'z') return std::nullopt;
    c = static_cast<char>(f.c - 'a' + 'A');
    n = static_cast<std::size_t>(f.n_bytes);
  }
  if (c < 'A' || c > last) return std::nullopt;
  return Letter{c, at, at + n};
}

bool Cursor::exact(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

bool Cursor::folded(std::string_view word) {
  std::size_t at = at_;
  for (const char c : word) {
    if (at >= text_.size()) return false;
    const Folded f = fold_at(text_, at);
    if (f.c != c) return false;
    at += static_cast<std::size_t>(f.n_bytes);
  }
  at_ = at;
  return true;
}

bool Cursor::space() {
  if (done()) return false;
  const auto [c, n] = decode(text_, at_);
  if (!is_space(c)) return false;
  at_ += n;
  return true;
}

bool Cursor::spaces() {
  while (space()) {
  }
  return true;
}

bool Cursor::some_spaces() { return space() && spaces(); }

bool Cursor::word_run() {
  while (!done()) {
    const auto [c, n] = decode(text_, at_);
    if (!is_word(c)) break;
    at_ += n;
  }
  return true;
}

bool Cursor::colon() { return exact(":") || exact("\uFF1A"); }

std::optional<Letter> Cursor::letter(char last, bool ignore_case) {
  const auto found = letter_at(text_, at_, last, ignore_case);
  if (found) at_ = found->end;
  return found;
}

std::optional<Letter> Cursor::answer(char last, bool ignore_case) {
  const std::size_t from = at_;
  exact("(");
  const auto found = letter(last, ignore_case);
  if (found && !word_at(text_, found->end)) return found;
  at_ = from;
  return std::nullopt;
}

}  // namespace brink::scan
