#include "brink/extract/robust/lines.h"

#include <algorithm>
#include <set>

#include "brink/extract/robust/groups.h"
#include "brink/extract/robust/lexicon.h"

namespace brink::robust {
namespace {

constexpr int kMaxLinesBetween = 8;  // an option's text and what is said of it

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
  bool at_line = true;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.sort == Sort::kBreak) {
      at_line = true;
      ++n_lines;
      continue;
    }
    if (!at_line || token.sort == Sort::kMark) continue;  // bullets
    at_line = false;
    // "Option A: ..."
    const std::size_t label = Lexicon::get().is(token.symbol, Act::kNoun) && i + 1 < tokens.size() ? i + 1 : i;
    if (tokens[label].slot < 0) continue;
    const std::size_t text = past_mark(tokens, label);
    if (text == label || ends_line(tokens, text)) continue;
    if (previous < tokens.size() && n_lines <= kMaxLinesBetween && tokens[label].slot == tokens[previous].slot + 1)
      listed[previous] = listed[label] = true;
    previous = label;
    n_lines = 0;
  }
  return listed;
}

Judged find_judged(std::span<const Token> tokens) {
  constexpr std::ptrdiff_t kFewest = 3;
  const Lexicon& lexicon = Lexicon::get();
  const Shape shape(tokens);
  Judged out;
  std::set<std::int16_t> slots;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].slot < 0) continue;
    const std::size_t word = past_mark(tokens, i);
    if (word == i || word >= tokens.size() || !shape.clause_ends(word + 1)) continue;
    const bool yes = lexicon.is(tokens[word].symbol, Act::kYes);
    if (!yes && !lexicon.is(tokens[word].symbol, Act::kNo)) continue;
    out.verdicts.push_back({i, yes});
    slots.insert(tokens[i].slot);
  }
  if (std::ssize(slots) < kFewest) out.verdicts.clear();
  return out;
}

const Judged::Verdict* Judged::at(std::size_t token) const {
  const auto found = std::ranges::lower_bound(verdicts, token, {}, &Verdict::label);
  return found != verdicts.end() && found->label == token ? &*found : nullptr;
}

}  // namespace brink::robust
