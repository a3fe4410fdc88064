#include "brink/extract/robust/groups.h"

namespace brink::robust {
namespace {

constexpr std::size_t kMaxLabels = 26;

}  // namespace

bool Shape::doubtful(std::size_t i) const {
  const Token& token = tokens_[i];
  if (token.bracketed) return false;
  return token.letter == 0 || !token.upper || token.letter == 'A' || token.letter == 'I' || token.lookalike;
}

bool Shape::clause_ends(std::size_t at) const {
  if (at >= tokens_.size()) return true;
  const Token& token = tokens_[at];
  return token.sort == Sort::kStop || token.sort == Sort::kBreak || token.sort == Sort::kClose ||
         token.sort == Sort::kOpen || token.symbol == lexicon_.comma();
}

bool Shape::clean(std::size_t label, std::size_t at) const {
  static const Symbol kThen = lexicon_.symbol("then");  // "go with A then."
  if (clause_ends(at) || tokens_[label].delimited) return true;
  if (pronoun(label) || tokens_[label].lookalike) return false;
  if (tokens_[at].symbol == kThen && tokens_[label].upper && clause_ends(at + 1)) return true;
  return lexicon_.is(tokens_[at].symbol, Act::kFollows);
}

bool Shape::after_noun(std::size_t i) const { return i > 0 && lexicon_.is(tokens_[i - 1].symbol, Act::kNoun); }

bool Shape::titled(std::size_t i) const {
  const std::size_t title = i > 0 && tokens_[i - 1].sort == Sort::kStop ? i - 1 : i;
  return title > 0 && lexicon_.is(tokens_[title - 1].symbol, Act::kTitle);
}

// Behind the words that join a label to the next one; `at` itself when there are none.
std::size_t Shape::past_join(std::size_t at, bool& comma_only) const {
  std::size_t i = at;
  bool joins = false;
  for (int n = 0; i < tokens_.size() && n < 3; ++n, ++i) {
    const Token& token = tokens_[i];
    const bool join = lexicon_.is(token.symbol, Act::kJoin) && !(token.letter != 0 && token.upper);
    if (!join && !(joins && lexicon_.is(token.symbol, Act::kNoun))) break;
    joins = joins || join;
    if (join && token.symbol != lexicon_.comma()) comma_only = false;
  }
  return joins ? i : at;
}

Group Shape::group(std::size_t i) const {
  Group out{.labels = {i}, .past = i + 1, .labelled = tokens_[i].bracketed || after_noun(i), .begin = i};
  if (after_noun(i)) out.begin = i - 1;
  bool comma_only = true;
  while (out.labels.size() < kMaxLabels) {
    const std::size_t next = past_join(out.past, comma_only);
    if (next == out.past || next >= tokens_.size() || !is_label(next)) break;
    const Token& token = tokens_[next];
    if (!token.bracketed && token.letter != 0 && (!token.upper || (doubtful(next) && !clean(next, next + 1)))) break;
    out.labels.push_back(next);
    out.past = next + 1;
  }
  // "the answer is B, C is wrong": commas alone join labels only where nothing else is said.
  const bool together = out.past < tokens_.size() && lexicon_.is(tokens_[out.past].symbol, Act::kTogether);
  constexpr std::size_t kList = 3;  // labels that are one even so: "none of A, B, C is right"
  if (comma_only && out.labels.size() > 1 && out.labels.size() < kList && !clause_ends(out.past) && !together) {
    out.labels.resize(1);
    out.past = i + 1;
  }
  return out;
}

}  // namespace brink::robust
