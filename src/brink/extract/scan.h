#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "brink/base/text.h"

namespace brink::scan {

/// Steps of a hand-written matcher over valid UTF-8 that agrees with Python's `re` on str: white space, word boundaries
/// and letters are Unicode's, offsets are bytes. Each step is linear in what it consumes and never backtracks.

/// The text itself, or where it is not UTF-8 a copy with U+FFFD in place of what is not.
class ValidText {
 public:
  explicit ValidText(std::string_view text) : view_(text) {
    if (first_invalid_utf8(text) == text.npos) return;
    repaired_ = to_valid_utf8(text);
    view_ = repaired_;
  }
  ValidText(const ValidText&) = delete;
  ValidText& operator=(const ValidText&) = delete;
  std::string_view view() const { return view_; }

 private:
  std::string repaired_;
  std::string_view view_;
};

/// The code point that begins at `at`. The text is valid UTF-8, so no length is checked.
struct CodePoint {
  char32_t c;
  std::size_t n_bytes;
};
CodePoint decode(std::string_view text, std::size_t at);

/// Under IGNORECASE four characters beyond ASCII equal an ASCII letter: U+017F (long s), U+0130 and U+0131 (i with and
/// without dot) and U+212A (Kelvin sign).
struct Folded {
  char c;       // lower-case ASCII; 0 = equals no ASCII character
  int n_bytes;  // length of the code point
};
Folded fold_at(std::string_view text, std::size_t at);

/// Whether a code point begins at `at` (which is inside the text).
inline bool begins_code_point(std::string_view text, std::size_t at) {
  return (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

/// Whether a word character begins at `at`, or ends there.
bool word_at(std::string_view text, std::size_t at);
bool word_before(std::string_view text, std::size_t at);

/// The last letter of an item of n options: 'D' for 4; before 'A' for 0, never beyond 'Z'.
inline char last_letter(int n_options) { return static_cast<char>('A' + std::clamp(n_options, 0, 26) - 1); }

/// `[A-last]` at a place.
struct Letter {
  char letter;  // 'A'..'Z'
  std::size_t begin, end;
};
std::optional<Letter> letter_at(std::string_view text, std::size_t at, char last, bool ignore_case);

/// Where a match has come to. A step that does not match leaves the place as it was.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }

  bool exact(std::string_view word);                          // the bytes of `word`
  bool folded(std::string_view word);                         // `word` (lower-case ASCII) under IGNORECASE
  bool colon();                                               // `[:：]`
  bool space();                                               // `\s`
  bool some_spaces();                                         // `\s+`
  bool spaces();                                              // `\s*`: true, so that steps chain
  bool word_run();                                            // `\w*`: true
  std::optional<Letter> letter(char last, bool ignore_case);  // `([A-last])`
  std::optional<Letter> answer(char last, bool ignore_case);  // `[(]?([A-last])\b`

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace brink::scan
