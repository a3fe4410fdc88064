// A.3 of the first seed's paper: nine patterns that find letters named on the way, under IGNORECASE.
//
// One pass over the text: the first byte says which patterns may begin here. Every pattern is deterministic, an
// alternative once taken is never worth undoing, so a match needs no backtracking. What several starts would scan again
// (the rest of a line, of a word) is remembered: the whole is linear in the text.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

using scan::Cursor;
using scan::Letter;

// Where a pattern's match ends, so that its next one begins after it (re.finditer), and the letter it captured.
struct Match {
  Letter letter;
  std::size_t end;
};
using Found = std::optional<Match>;

struct Scanner {
  std::string_view text;
  char last;  // the item's last letter

  // Pattern 8: the last free-standing letter of the line that ends at line_end, if the line was looked at.
  std::size_t line_end = 0;
  std::optional<Letter> line_letter;
  // Pattern 6: "lean" starts before this byte lie in a word that has been tried to its end.
  std::size_t lean_tried = 0;

  Found ending(Cursor& at) const {
    const auto letter = at.answer(last, true);
    return letter ? Found({*letter, at.at()}) : std::nullopt;
  }
};

// `[Oo]ption\s+([A-D])\b`
Found option(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.folded("option") || !at.some_spaces()) return std::nullopt;
  const auto letter = at.letter(s.last, true);
  return letter && !scan::word_at(s.text, at.at()) ? Found({*letter, at.at()}) : std::nullopt;
}

// `(?:[Aa]nswer|[Cc]hoice|[Ss]elect)\s*(?:is|[:：])?\s*[(]?([A-D])\b`
Found answer(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.folded("answer") && !at.folded("choice") && !at.folded("select")) return std::nullopt;
  at.spaces();
  if (!at.folded("is")) at.colon();
  at.spaces();
  return s.ending(at);
}

// `\(([A-D])\)`
Found bracketed(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.exact("(")) return std::nullopt;
  const auto letter = at.letter(s.last, true);
  return letter && at.exact(")") ? Found({*letter, at.at()}) : std::nullopt;
}

// `\b([A-D])\.\s`
Found listed(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  const auto letter = at.letter(s.last, true);
  if (!letter || !at.exact(".") || scan::word_before(s.text, start)) return std::nullopt;
  return at.space() ? Found({*letter, at.at()}) : std::nullopt;
}

// `\b([A-D])\s+(?:is|seems?|looks?|appears?)\s+(?:correct|right|better|more)`
Found judged(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  const auto letter = at.letter(s.last, true);
  if (!letter || !at.some_spaces() || scan::word_before(s.text, start)) return std::nullopt;
  if (!at.folded("is")) {
    if (!at.folded("seem") && !at.folded("look") && !at.folded("appear")) return std::nullopt;
    at.folded("s");
  }
  if (!at.some_spaces()) return std::nullopt;
  for (const std::string_view word : {"correct", "right", "better", "more"})
    if (at.folded(word)) return Match{*letter, at.at()};
  return std::nullopt;
}

// `(?:choose|pick|go\s+with|lean\w*\s+(?:towards?|to))\s+[(]?([A-D])\b`
Found chosen(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (at.folded("lean")) {
    if (start < s.lean_tried) return std::nullopt;
    at.word_run();
    s.lean_tried = at.at();
    if (!at.some_spaces()) return std::nullopt;
    if (at.folded("toward"))
      at.folded("s");
    else if (!at.folded("to"))
      return std::nullopt;
  } else if (at.folded("go")) {
    if (!at.some_spaces() || !at.folded("with")) return std::nullopt;
  } else if (!at.folded("choose") && !at.folded("pick")) {
    return std::nullopt;
  }
  return at.some_spaces() ? s.ending(at) : std::nullopt;
}

// `[Ss]o\s+(?:it['’]?s|the\s+answer\s+is)?\s*[(]?([A-D])\b`
Found so(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.folded("so") || !at.some_spaces()) return std::nullopt;
  const Cursor before = at;
  bool whole = false;
  if (at.folded("it")) {
    if (!at.exact("'")) at.exact("\u2019");
    whole = at.folded("s");
  } else if (at.folded("the")) {
    whole = at.some_spaces() && at.folded("answer") && at.some_spaces() && at.folded("is");
  }
  if (!whole) at = before;
  at.spaces();
  return s.ending(at);
}

// `(?:I\s+(?:think|believe))\s+.*\b([A-D])\b`: `.*` is greedy, so the last free-standing letter of the line that the
// white space leads to.
Found thought(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.folded("i") || !at.some_spaces()) return std::nullopt;
  if ((!at.folded("think") && !at.folded("believe")) || !at.some_spaces()) return std::nullopt;
  const std::size_t from = at.at();
  if (from >= s.line_end) {
    s.line_end = std::min(s.text.find('\n', from), s.text.size());
    s.line_letter.reset();
    for (std::size_t i = s.line_end; i-- > from && !s.line_letter;) {
      if (!scan::begins_code_point(s.text, i)) continue;
      const auto letter = scan::letter_at(s.text, i, s.last, true);
      if (letter && !scan::word_at(s.text, letter->end) && !scan::word_before(s.text, i)) s.line_letter = letter;
    }
  }
  if (!s.line_letter || s.line_letter->begin < from) return std::nullopt;
  return Match{*s.line_letter, s.line_letter->end};
}

// `\\boxed\{([A-D])\}`
Found boxed(Scanner& s, std::size_t start) {
  Cursor at(s.text, start);
  if (!at.folded("\\boxed{")) return std::nullopt;
  const auto letter = at.letter(s.last, true);
  return letter && at.exact("}") ? Found({*letter, at.at()}) : std::nullopt;
}

struct Pattern {
  std::string_view first, second;  // the ASCII characters a match may begin with, lower case
  Found (*match)(Scanner&, std::size_t);
};
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kSpaces = " \t\n\v\f\r\x1C\x1D\x1E\x1F";
constexpr std::array kPatterns{
    Pattern{"o", "p", option},      Pattern{"acs", "nhe", answer},      Pattern{"(", kLetters, bracketed},
    Pattern{kLetters, ".", listed}, Pattern{kLetters, kSpaces, judged}, Pattern{"cpgl", "hioe", chosen},
    Pattern{"s", "o", so},          Pattern{"i", kSpaces, thought},     Pattern{"\\", "b", boxed}};

// Bytes of other code points that a match may begin with: the first of those that fold to ASCII (U+0130, U+0131,
// U+017F, U+212A), and whatever may follow them or be white space.
constexpr std::string_view kFoldedLeads = "\xC4\xC5\xE2";

// Bit p of entry b: the first (or second) byte of a match of pattern p may be b.
using ByteTable = std::array<std::uint16_t, 256>;
constexpr ByteTable table_of(std::string_view Pattern::*bytes, bool is_first) {
  ByteTable table{};
  for (std::size_t p = 0; p < kPatterns.size(); ++p) {
    const auto set = [&](unsigned byte) { table[byte] = static_cast<std::uint16_t>(table[byte] | 1u << p); };
    for (const char c : kPatterns[p].*bytes) {
      set(static_cast<unsigned char>(c));
      if (c >= 'a' && c <= 'z') set(static_cast<unsigned char>(c - 'a' + 'A'));
    }
    for (unsigned byte = 0x80; byte < 0x100; ++byte)
      if (!is_first || kFoldedLeads.find(static_cast<char>(byte)) != kFoldedLeads.npos) set(byte);
  }
  return table;
}
constexpr ByteTable kFirst = table_of(&Pattern::first, true);
constexpr ByteTable kSecond = table_of(&Pattern::second, false);

struct Hit {
  Letter letter;
  int pattern;
};

std::vector<Hit> find_all(std::string_view text, char last) {
  Scanner scanner{text, last, 0, {}, 0};
  std::array<std::size_t, kPatterns.size()> free_from{};
  std::vector<Hit> hits;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    for (unsigned todo = kFirst[byte(i)] & kSecond[byte(i + 1)]; todo != 0; todo &= todo - 1) {
      const auto p = static_cast<std::size_t>(std::countr_zero(todo));
      if (i < free_from[p]) continue;
      const Found match = kPatterns[p].match(scanner, i);
      if (!match) continue;
      free_from[p] = match->end;
      hits.push_back({match->letter, static_cast<int>(p) + 1});
    }
  }
  const auto is_before = [](const Hit& a, const Hit& b) {
    return a.letter.begin != b.letter.begin ? a.letter.begin < b.letter.begin : a.pattern < b.pattern;
  };
  if (!std::ranges::is_sorted(hits, is_before)) std::ranges::sort(hits, is_before);
  const auto same_place = [](const Hit& a, const Hit& b) { return a.letter.begin == b.letter.begin; };
  hits.erase(std::unique(hits.begin(), hits.end(), same_place), hits.end());
  return hits;
}

}  // namespace

std::vector<Mention> paper_mentions(std::string_view text, int n_options) {
  const scan::ValidText valid(text);
  text = valid.view();
  std::vector<Mention> mentions;
  std::size_t at = 0, pos = 0;
  const std::vector<Hit> hits = find_all(text, scan::last_letter(n_options));
  mentions.reserve(hits.size());
  for (const Hit& hit : hits) {
    pos += count_code_points(text.substr(at, hit.letter.begin - at));
    at = hit.letter.begin;
    mentions.push_back({hit.letter.letter, static_cast<int>(pos), static_cast<int>(at), hit.pattern, "mention"});
  }
  return mentions;
}

}  // namespace brink
