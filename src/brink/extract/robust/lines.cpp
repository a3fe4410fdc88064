#include "brink/extract/robust/lines.h"

#include <algorithm>
#include <set>

#include "brink/extract/robust/groups.h"
#include "brink/extract/robust/lexicon.h"

namespace brink::robust {
namespace {

constexpr int kMaxLinesBetween = 8;  // an option's text and what is said of it
constexpr std::size_t kMaxPeriod = 24, kMinLoop = 32;

bool is_periodic(std::span<const Token> tokens) {
  const std::size_t n = tokens.size();
  for (std::size_t period = 1; period <= kMaxPeriod && period + kMinLoop < n; ++period) {
    const std::size_t length = std::max(kMinLoop, 2 * period);
    std::size_t i = 0;
    while (i < length && i + period < n && tokens[n - 1 - i].hash == tokens[n - 1 - i - period].hash) ++i;
    if (i == length) return true;
  }
  return false;
}

// "A: copper? No.": behind a question of a few words that names no label; else the place given.
std::size_t past_question(std::span<const Token> tokens, std::size_t at) {
  constexpr std::size_t kMaxWords = 8;
  static const Symbol kAsked = Lexicon::get().symbol("?");
  for (std::size_t i = at; i < tokens.size() && i <= at + kMaxWords; ++i) {
    if (tokens[i].symbol == kAsked) return i + 1;
    if (tokens[i].sort == Sort::kStop || tokens[i].sort == Sort::kBreak || tokens[i].slot >= 0) break;
  }
  return at;
}

}  // namespace

bool ends_line(std::span<const Token> tokens, std::size_t at) {
  return at >= tokens.size() || tokens[at].sort == Sort::kBreak;
}

std::size_t past_mark(std::span<const Token> tokens, std::size_t label) {
  const Token& token = tokens[label];
  const std::size_t next = label + 1;
  const bool mark = next < tokens.size() && (tokens[next].sort == Sort::kStop || tokens[next].sort == Sort::kMark) &&
                    tokens[next].end - tokens[next].begin <= 3;
  if (mark) return next + 1;
  return token.delimited || token.bracketed ? next : label;
}

std::vector<bool> find_listed(std::span<const Token> tokens) {
  std::vector<bool> listed(tokens.size(), false);
  std::size_t previous = tokens.size();
  int n_lines = 0;
  bool at_line = true, leads_on = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.sort == Sort::kBreak) {
      at_line = true;
      ++n_lines;
      leads_on = Lexicon::get().is(tokens[i - 1].symbol, Act::kLeadsOn);
      continue;
    }
    if (!at_line || token.sort == Sort::kMark) continue;  // bullets
    at_line = false;
    // "Option A: ..."
    const std::size_t label = Lexicon::get().is(token.symbol, Act::kNoun) && i + 1 < tokens.size() ? i + 1 : i;
    if (tokens[label].slot < 0) continue;
    const std::size_t text = past_mark(tokens, label);
    if (text == label || ends_line(tokens, text)) continue;
    if (leads_on && n_lines > 1) previous = tokens.size();  // "The answer is:" begins anew
    const int step = previous < tokens.size() ? tokens[label].slot - tokens[previous].slot : 0;
    if ((step == 1 && n_lines <= kMaxLinesBetween) || (step > 1 && n_lines == 1))
      listed[previous] = listed[label] = true;
    previous = label;
    n_lines = 0;
  }
  return listed;
}

bool ends_in_loop(std::span<const Token> tokens) {
  for (std::size_t unfinished = 0; unfinished < 3 && unfinished < tokens.size(); ++unfinished)
    if (is_periodic(tokens.first(tokens.size() - unfinished))) return true;
  return false;
}

Judged find_judged(std::span<const Token> tokens) {
  constexpr std::ptrdiff_t kFewest = 3;
  const Lexicon& lexicon = Lexicon::get();
  static const Symbol kIs = lexicon.symbol("is"), kDash = lexicon.symbol("-");
  const Shape shape(tokens);
  Judged out;
  std::set<std::int16_t> slots;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].slot < 0) continue;
    const std::size_t mark = past_mark(tokens, i);
    std::size_t word = mark == i && tokens[i].upper ? i + 1 : mark;               // "A: no. B: no.", "A no. B no."
    if (mark == i && word < tokens.size() && tokens[word].symbol == kIs) ++word;  // "A is false. B is true."
    if (mark > i) word = past_question(tokens, word);
    if (word == i || word >= tokens.size()) continue;
    const bool reasoned = mark > i && word + 1 < tokens.size() && tokens[word + 1].symbol == kDash;  // "A. False - ..."
    if (!(shape.clause_ends(word + 1) || reasoned || tokens[word + 1].slot >= 0)) continue;
    const bool yes = lexicon.is(tokens[word].symbol, Act::kYes);
    if (!yes && !lexicon.is(tokens[word].symbol, Act::kNo)) continue;
    out.verdicts.push_back({i, yes});
    if (yes) out.accepted.push_back(i);
    slots.insert(tokens[i].slot);
  }
  if (std::ssize(slots) < kFewest) return {};
  return out;
}

const Judged::Verdict* Judged::at(std::size_t token) const {
  const auto found = std::ranges::lower_bound(verdicts, token, {}, &Verdict::label);
  return found != verdicts.end() && found->label == token ? &*found : nullptr;
}

}  // namespace brink::robust
