// A.2 of the first seed's paper: the ordered cascade that reads the final answer.
// Case as written; the first pattern that matches anywhere wins, and within it the first match.
#include <array>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

using scan::Cursor;
using scan::Letter;

// `[Tt]he\s+answer\s+is\s*[(:]?\s*([A-D])\b`
std::optional<Letter> the_answer_is(std::string_view text, char last) {
  for (std::size_t i = text.find("he"); i != text.npos; i = text.find("he", i + 2)) {
    if (i == 0 || (text[i - 1] != 'T' && text[i - 1] != 't')) continue;
    Cursor at(text, i + 2);
    if (!at.some_spaces() || !at.exact("answer") || !at.some_spaces() || !at.exact("is")) continue;
    at.spaces();
    if (!at.exact("(")) at.exact(":");
    at.spaces();
    const auto letter = at.letter(last, false);
    if (letter && !scan::word_at(text, at.at())) return letter;
  }
  return std::nullopt;
}

// `\*?\*?[Aa]nswer\*?\*?\s*[:：]\s*[(]?\s*([A-D])\b`: the stars before the word decide nothing but the match's start.
std::optional<Letter> answer_colon(std::string_view text, char last) {
  for (std::size_t i = text.find("nswer"); i != text.npos; i = text.find("nswer", i + 5)) {
    if (i == 0 || (text[i - 1] != 'A' && text[i - 1] != 'a')) continue;
    Cursor at(text, i + 5);
    at.exact("*");
    at.exact("*");
    at.spaces();
    if (!at.colon()) continue;
    at.spaces();
    at.exact("(");
    at.spaces();
    const auto letter = at.letter(last, false);
    if (letter && !scan::word_at(text, at.at())) return letter;
  }
  return std::nullopt;
}

// `\\boxed\{([A-D])\}`
std::optional<Letter> boxed(std::string_view text, char last) {
  constexpr std::string_view kOpen = "\\boxed{";
  for (std::size_t i = text.find(kOpen); i != text.npos; i = text.find(kOpen, i + kOpen.size())) {
    Cursor at(text, i + kOpen.size());
    const auto letter = at.letter(last, false);
    if (letter && at.exact("}")) return letter;
  }
  return std::nullopt;
}

// `\b([A-D])\s*\.?\s*$`: `$` before a final newline adds nothing, `\s*` takes the newline.
std::optional<Letter> at_end(std::string_view text, char last) {
  std::string_view rest = trim(text);
  if (rest.ends_with('.')) rest = trim(rest.substr(0, rest.size() - 1));
  if (rest.empty()) return std::nullopt;
  const std::size_t begin = static_cast<std::size_t>(rest.data() - text.data()) + rest.size() - 1;
  const auto letter = scan::letter_at(text, begin, last, false);
  return letter && !scan::word_before(text, begin) ? letter : std::nullopt;
}

}  // namespace

std::optional<Final> paper_final(std::string_view text, int n_options) {
  static constexpr std::array kCascade{the_answer_is, answer_colon, boxed, at_end};
  const scan::ValidText valid(text);
  text = valid.view();
  const char last = scan::last_letter(n_options);
  for (std::size_t i = 0; i < kCascade.size(); ++i)
    if (const auto letter = kCascade[i](text, last))
      return Final{letter->letter, static_cast<int>(i) + 1,
                   static_cast<int>(count_code_points(text.substr(0, letter->begin))), static_cast<int>(letter->begin)};
  return std::nullopt;
}

}  // namespace brink
