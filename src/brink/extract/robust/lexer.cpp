#include "brink/extract/robust/lexer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "brink/base/unicode.h"
#include "brink/extract/robust/letters.h"
#include "brink/extract/robust/markup.h"
#include "brink/extract/scan.h"

namespace brink::robust {
namespace {

using namespace std::string_view_literals;
using scan::CodePoint;
using scan::decode;

struct Hash {
  std::uint64_t value = kHashOfNothing;
  void add(char32_t c) { value = (value ^ c) * 0x100000001B3; }
};

void add_folded(Hash& hash, char32_t c) {
  if (c < 0x80) {
    hash.add(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    return;
  }
  if (c == 0x2019) return hash.add('\'');
  std::array<utf8proc_int32_t, 32> parts{};
  int last_class = 0;
  const auto n = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD), &last_class);
  if (n <= 0 || n > static_cast<utf8proc_ssize_t>(parts.size())) return hash.add(c);
  for (utf8proc_ssize_t i = 0; i < n; ++i) hash.add(static_cast<char32_t>(parts[static_cast<std::size_t>(i)]));
}

bool is_mark(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

bool in_word(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  return !is_ideographic(c) && (is_word(c) || is_mark(c));
}

bool is_alnum(char c) { return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'); }

// What leaves no token: emphasis, quotes, dollars, braces.
constexpr auto kSoft = U"*_`$~\"'{}\u2018\u2019\u201C\u201D\u201E\u00AB\u00BB\u2039\u203A\u300C\u300D\u300E\u300F"sv;
constexpr auto kOpening = U"([<\uFF08\u3010\u3014\uFF3B\u3008\u300A\u27E8"sv;
constexpr auto kClosing = U")]>\uFF09\u3011\u3015\uFF3D\u3009\u300B\u27E9"sv;
constexpr auto kStops = U".!?;\u3002\uFF01\uFF1F\uFF1B\uFF0E\uFF61\u0964\u061F\u06D4\u061B\u2026"sv;

bool in(std::u32string_view set, char32_t c) { return set.find(c) != set.npos; }

// LaTeX commands that only dress what they hold; \boxed is a word of the table of frames.
constexpr std::array kDressing{"text"sv,   "textbf"sv, "textit"sv, "textrm"sv,       "mathrm"sv, "mathbf"sv,
                               "mathit"sv, "mathsf"sv, "mathtt"sv, "operatorname"sv, "bf"sv,     "rm"sv,
                               "bm"sv,     "emph"sv,   "left"sv,   "right"sv,        "quad"sv,   "boldsymbol"sv,
                               "texttt"sv, "large"sv,  "Large"sv,  "underline"sv,    "fbox"sv};

class Lexer {
 public:
  Lexer(std::string_view text, std::size_t begin, std::size_t end, std::vector<Token>& out)
      : text_(text.substr(0, end)), begin_(begin), at_(begin), out_(out) {}

  void run() {
    while (at_ < text_.size()) step();
  }

 private:
  void step() {
    const CodePoint here = decode(text_, at_);
    if (here.c == '\n' || here.c == '\r' || here.c == 0x2028 || here.c == 0x2029) return line_end(here.n_bytes);
    if (is_space(here.c) || here.c == 0xFFFD) return skip(here.n_bytes);
    if (is_ideographic(here.c)) return single(here);
    if (in_word(here.c)) return word();
    if (here.c == '\\') return command();
    if (here.c == '#') return hashes();
    if (here.c == '|' && (in_table_ || new_line_)) return cell_border();
    if (const auto tag = markup_at(text_, at_)) return tag->parts_lines ? line_end(tag->n_bytes) : skip(tag->n_bytes);
    if (here.c == '~')
      if (const std::size_t struck = struck_out(); struck > 0) return skip(struck);
    if (in(kSoft, here.c)) return skip(here.n_bytes);
    if (new_line_)
      if (const auto box = box_at(text_.substr(at_))) return push_box(*box);
    if (in(kOpening, here.c)) return emit(Sort::kOpen, here.n_bytes);
    if (in(kClosing, here.c)) return close(here.n_bytes);
    if (in(kStops, here.c)) return emit(Sort::kStop, here.n_bytes);
    if (const auto letter = latin_letter(here.c)) return circled(here, *letter);
    if (utf8proc_category(static_cast<utf8proc_int32_t>(here.c)) == UTF8PROC_CATEGORY_CF) return skip(here.n_bytes);
    sign(here);
  }

  void skip(std::size_t n) { at_ += n; }

  // "~~A~~ B": bytes that are struck out, marks included; 0 where none are.
  std::size_t struck_out() {
    constexpr auto kMark = "~~"sv;
    if (!text_.substr(at_).starts_with(kMark) || text_.substr(at_ + 2, 1) == "~") return 0;
    if (at_ >= line_) {
      line_ = std::min(text_.find('\n', at_), text_.size());
      open_only_ = false;
    }
    const std::size_t close = open_only_ ? text_.npos : text_.substr(0, line_).find(kMark, at_ + 2);
    open_only_ = close == text_.npos;
    return open_only_ ? 0 : close + 2 - at_;
  }

  struct Box {
    bool checked;
    std::size_t n_bytes;
  };

  // "[x] B", "( ) C": at the head of a line, before what is on it.
  static std::optional<Box> box_at(std::string_view rest) {
    static constexpr std::array<std::pair<std::string_view, bool>, 12> kBoxes{{{"[ ]", false},
                                                                               {"[]", false},
                                                                               {"( )", false},
                                                                               {"[_]", false},
                                                                               {"[x]", true},
                                                                               {"[X]", true},
                                                                               {"(x)", true},
                                                                               {"[✓]", true},
                                                                               {"[✔]", true},
                                                                               {"[*]", true},
                                                                               {"(•)", true},
                                                                               {"(*)", true}}};
    for (const auto& [mark, checked] : kBoxes)
      if (rest.starts_with(mark) && rest.substr(mark.size(), 1) == " ") return Box{checked, mark.size()};
    return std::nullopt;
  }

  void push_box(const Box& box) { push(Sort::kMark, box.n_bytes, hash_of(box.checked ? "☑" : "☐")); }

  Token& push(Sort sort, std::size_t n, std::uint64_t hash) {
    Token token{.hash = hash,
                .begin = static_cast<std::uint32_t>(at_),
                .end = static_cast<std::uint32_t>(at_ + n),
                .sort = sort};
    token.line_start = new_line_;
    if (sort != Sort::kBreak && !(new_line_ && sort == Sort::kMark)) new_line_ = false;
    at_ += n;
    return out_.emplace_back(token);
  }

  void emit(Sort sort, std::size_t n) {
    Hash hash;
    for (std::size_t i = at_; i < at_ + n;) {
      const CodePoint part = decode(text_, i);
      add_folded(hash, part.c);
      i += part.n_bytes;
    }
    if (sort == Sort::kOpen) ++depth_;
    push(sort, n, hash.value);
  }

  // Arrows are one sign.
  void sign(const CodePoint& here) {
    const std::string_view rest = text_.substr(at_, 2);
    emit(Sort::kMark, rest == "->" || rest == "=>" ? 2 : here.n_bytes);
  }

  void line_end(std::size_t n) {
    depth_ = 0;
    new_line_ = true;
    in_table_ = false;
    const bool again = out_.empty() || out_.back().sort == Sort::kBreak;
    if (again) return skip(n);
    push(Sort::kBreak, n, line_end_at(0).hash);
    new_line_ = true;
  }

  void single(const CodePoint& here) { emit(Sort::kWord, here.n_bytes); }

  void circled(const CodePoint& here, const LatinLetter& letter) {
    Hash hash;
    hash.add(static_cast<char32_t>(ascii_lower(letter.letter)));
    Token& token = push(Sort::kWord, here.n_bytes, hash.value);
    token.letter = letter.letter;
    token.upper = letter.upper;
    token.bracketed = letter.enclosed;
  }

  // A run of letters, digits and marks, with apostrophes between letters and points between digits.
  void word() {
    const std::size_t begin = at_;
    Hash hash;
    std::size_t n_points = 0, i = at_;
    char32_t only = 0;
    while (i < text_.size()) {
      const CodePoint here = decode(text_, i);
      if (!in_word(here.c) && !inside_word(i, here)) break;
      add_folded(hash, here.c);
      only = here.c;
      ++n_points;
      i += here.n_bytes;
    }
    Token& token = push(Sort::kWord, i - begin, hash.value);
    const auto letter = n_points == 1 ? latin_letter(only) : std::nullopt;
    if (!letter) return;
    token.letter = letter->letter;
    token.upper = letter->upper;
    token.lookalike = letter->lookalike;
    token.glued = glued(begin, i);
    token.bracketed = dressed(begin, i, letter->upper);
  }

  // "{B}", "**B**", "`b`", "'B'": set apart as brackets would.
  bool dressed(std::size_t begin, std::size_t end, bool upper) const {
    if (begin == begin_ || end >= text_.size()) return false;
    const char before = text_[begin - 1], after = text_[end];
    if (before == '{') return after == '}';
    return before == after && (upper ? "*`\"'_"sv : "`"sv).find(after) != std::string_view::npos;
  }

  bool inside_word(std::size_t i, const CodePoint& here) const {
    if (i == begin_ || i + here.n_bytes >= text_.size()) return false;
    const CodePoint next = decode(text_, i + here.n_bytes);
    if (here.c == '\'' || here.c == 0x2019) return in_word(next.c) && i > at_ && !is_digit(text_[i - 1]);
    return (here.c == '.' || here.c == ',') && is_digit(text_[i - 1]) && next.c >= '0' && next.c <= '9';
  }

  // Whether a lone letter is part of something longer than the word: "C-14", "A+", "x_A", "U.S.", "= C", "N/A".
  bool glued(std::size_t begin, std::size_t end) const {
    const char before = begin > begin_ ? text_[begin - 1] : ' ', after = end < text_.size() ? text_[end] : ' ';
    const char before2 = begin > begin_ + 1 ? text_[begin - 2] : ' ';
    const char after2 = end + 1 < text_.size() ? text_[end + 1] : ' ';
    if ("+#^=%@&"sv.find(after) != std::string_view::npos || "^@+&\\"sv.find(before) != std::string_view::npos)
      return true;
    if (!in_table_ && (before == '|' || after == '|')) return true;
    if (("-_'/"sv.find(after) != std::string_view::npos && is_alnum(after2)) ||
        ("-_'/"sv.find(before) != std::string_view::npos && is_alnum(before2)))
      return !pair_by_slash(begin, end, before, after);
    if (after == '.' && is_alnum(after2)) return end + 2 >= text_.size() || !is_alnum(text_[end + 2]);
    if (before == '.' && is_alnum(before2)) return true;
    const std::size_t next = end + 1;  // "C = 5", "B ="
    return after == ' ' && next < text_.size() && text_[next] == '=';
  }

  // "A/B": two labels, unless it is "N/A".
  bool pair_by_slash(std::size_t begin, std::size_t end, char before, char after) const {
    if ((before == '/') == (after == '/')) return false;
    if (after == '/' ? end + 1 >= text_.size() : begin < begin_ + 2) return false;  // the slash ends or begins the text
    const std::size_t first = after == '/' ? begin : begin - 2;
    if (first > begin_ && is_alnum(text_[first - 1])) return false;
    const std::size_t last = after == '/' ? end + 1 : begin;
    if (last + 1 < text_.size() && is_alnum(text_[last + 1])) return false;
    return text_[first] >= 'A' && text_[first] <= 'Z' && text_[last] >= 'A' && text_[last] <= 'Z' &&
           text_[first] != 'N';
  }

  void command() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && ascii_lower(text_[end]) >= 'a' && ascii_lower(text_[end]) <= 'z') ++end;
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (name.empty()) {  // \( \[ \\ and escapes, which are of ASCII
      const bool escape = at_ + 1 < text_.size() && static_cast<unsigned char>(text_[at_ + 1]) < 0x80;
      return skip(escape ? 2 : 1);
    }
    if (std::ranges::find(kDressing, name) != kDressing.end()) return skip(name.size() + 1);
    // A line end as JSON writes it.
    if (name.front() == 'n' && (name.size() == 1 || (name[1] >= 'A' && name[1] <= 'Z'))) return line_end(2);
    emit(Sort::kMark, name.size() + 1);
  }

  // "| B | correct |" reads as "B: correct".
  void cell_border() {
    const std::size_t next = std::min(text_.find_first_not_of(" \t|", at_), text_.size());
    const bool last = next == text_.size() || text_[next] == '\n' || text_[next] == '\r';
    if (last || !std::exchange(in_table_, true)) return skip(next - at_);
    Hash hash;
    hash.add(':');
    push(Sort::kMark, 1, hash.value);
    at_ = next;
  }

  // "####" marks an answer, fewer a heading.
  void hashes() {
    std::size_t n = 0;
    while (at_ + n < text_.size() && text_[at_ + n] == '#') ++n;
    if (n < 4) return skip(n);
    at_ += n - 4;
    emit(Sort::kMark, 4);
  }

  // "(B)" and "[(B)]" are the label itself; "b)" marks it.
  void close(std::size_t n) {
    const std::size_t size = out_.size();
    const bool letter = size > 0 && is_label_like(out_.back()) && out_.back().begin >= begin_;
    if (letter && size > 1 && out_[size - 2].sort == Sort::kOpen && out_[size - 2].begin >= begin_) {
      Token label = out_.back();
      label.bracketed = true;
      label.line_start = out_[size - 2].line_start;
      out_.pop_back();
      out_.back() = label;
      if (depth_ > 0) --depth_;
      return skip(n);
    }
    if (letter && depth_ == 0) {
      out_.back().delimited = true;
      return skip(n);
    }
    if (depth_ > 0) --depth_;
    emit(Sort::kClose, n);
  }

  bool is_label_like(const Token& token) const {
    return token.sort == Sort::kWord && (token.letter != 0 || token.end - token.begin <= 2);
  }

  std::string_view text_;
  std::size_t begin_, at_;
  std::vector<Token>& out_;
  std::size_t line_ = 0;    // where the line ends that "~~" was last looked for on
  bool open_only_ = false;  // nothing more is struck out there
  int depth_ = 0;           // brackets open on this line
  bool new_line_ = true;
  bool in_table_ = false;  // the line began with "|"
};

}  // namespace

std::uint64_t hash_of(std::string_view word, std::uint64_t beginning) {
  Hash hash{beginning};
  for (std::size_t i = 0; i < word.size();) {
    const CodePoint here = decode(word, i);
    add_folded(hash, here.c);
    i += here.n_bytes;
  }
  return hash.value;
}

Token line_end_at(std::size_t byte) {
  Hash hash;
  hash.add('\n');
  const auto at = static_cast<std::uint32_t>(byte);
  return {.hash = hash.value, .begin = at, .end = at, .sort = Sort::kBreak};
}

void lex(std::string_view text, std::size_t begin, std::size_t end, std::vector<Token>& out) {
  Lexer(text, begin, end, out).run();
}

std::vector<Token> lex_all(std::string_view text) {
  const scan::ValidText valid(text);
  std::vector<Token> out;
  lex(valid.view(), 0, valid.view().size(), out);
  return out;
}

}  // namespace brink::robust
