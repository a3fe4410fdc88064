#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace brink::robust {

using Symbol = std::uint16_t;  // a word of the table of frames; 0 = none of them

enum class Sort : std::uint8_t {
  kWord,   // letters or digits; a Chinese, Japanese or Korean character is a word of its own
  kMark,   // comma, colon, dash, LaTeX command and other signs
  kOpen,   // ( [ < and their kin, where they do not just hold one label
  kClose,  // ) ] >
  kStop,   // ends a sentence: . ! ? ;
  kBreak,  // one or more line ends
};

/// A word or a mark. Emphasis, quotes, dollars, braces and the like leave no token.
struct Token {
  std::uint64_t hash = 0;            // of the folded word: NFKD, lower case
  std::uint32_t begin = 0, end = 0;  // bytes in the text
  Symbol symbol = 0;
  Sort sort = Sort::kWord;
  char letter = 0;         // 'A'..'Z' where the word is one letter that could be a label, whatever its case and script
  std::int16_t slot = -1;  // shown position of the label, 0-based, where the word is one: see Labels
  bool upper : 1 = false;  // the letter is upper case
  bool bracketed : 1 = false;   // stands alone in brackets or behind \boxed, or is a letter in a circle: "(B)"
  bool delimited : 1 = false;   // a closing bracket follows that was not opened: "b)"
  bool lookalike : 1 = false;   // a Cyrillic or Greek letter that looks like the Latin one
  bool glued : 1 = false;       // part of something longer: "C-14", "A+", "U.S."
  bool line_start : 1 = false;  // first on its line, bullets aside
  bool response : 1 = false;    // of the response, not of thinking
};

/// Appends the tokens of text[begin, end) (valid UTF-8). Linear in the text.
///
/// A line end that begins a stretch leaves no token.
void lex(std::string_view text, std::size_t begin, std::size_t end, std::vector<Token>& out);

inline constexpr std::uint64_t kHashOfNothing = 0xCBF29CE484222325;  // FNV-1a over code points

/// Token::hash of a word, or, where the hash of its beginning is given, of the two together.
std::uint64_t hash_of(std::string_view word, std::uint64_t beginning = kHashOfNothing);
/// The tokens of a whole text of any bytes: what is not UTF-8 reads as U+FFFD.
std::vector<Token> lex_all(std::string_view text);

/// The token of a line end before this byte: what parts two stretches.
Token line_end_at(std::size_t byte);

}  // namespace brink::robust
