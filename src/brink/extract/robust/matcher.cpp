#include "brink/extract/robust/matcher.h"

#include <algorithm>

namespace brink::robust {
namespace {

constexpr int kMaxFillers = 6, kMaxGap = 8, kMaxBrackets = 12;

bool is_boundary(const Token& token) { return token.sort == Sort::kStop || token.sort == Sort::kBreak; }

bool is_plain_label(const Token& token) {
  return token.slot != -1 && (token.bracketed || (token.upper && token.letter != 'A' && token.letter != 'I'));
}

std::size_t length(const Pattern& pattern) {
  const auto n = [](const std::vector<Symbol>& side) {
    return side.size() - static_cast<std::size_t>(std::ranges::count(side, kGap));
  };
  return n(pattern.left) + n(pattern.right);
}

}  // namespace

int priority(Act act) {
  switch (act) {
    case Act::kDeny:
    case Act::kExcept:
    case Act::kAgainst:
      return 5;
    case Act::kSuppose:
      return 4;
    case Act::kAnswer:
      return 3;
    case Act::kAssert:
      return 2;
    default:
      return 1;
  }
}

// `past`: behind the token that the first symbol must be.
std::optional<std::size_t> Matcher::match_left(std::span<const Symbol> symbols, std::size_t past) const {
  int n_fillers = 0;
  for (std::size_t k = 0; k < symbols.size();) {
    if (symbols[k] == kGap) {
      ++k;
      for (int n = 0; past > 0 && tokens_[past - 1].symbol != symbols[k]; --past)
        if (++n > kMaxGap || is_boundary(tokens_[past - 1]) || is_plain_label(tokens_[past - 1])) return std::nullopt;
    }
    if (past == 0) return std::nullopt;
    if (tokens_[past - 1].symbol == symbols[k]) {
      --past;
      ++k;
    } else if (filler(past - 1) && n_fillers++ < kMaxFillers) {
      --past;
    } else {
      return std::nullopt;
    }
  }
  return past;
}

std::optional<std::size_t> Matcher::match_right(std::span<const Symbol> symbols, std::size_t at, bool fillers) const {
  int n_fillers = 0;
  for (std::size_t k = 0; k < symbols.size();) {
    if (symbols[k] == kGap) {
      ++k;
      for (int n = 0; at < tokens_.size() && tokens_[at].symbol != symbols[k]; ++at)
        if (++n > kMaxGap || is_boundary(tokens_[at]) || is_plain_label(tokens_[at])) return std::nullopt;
    }
    if (at >= tokens_.size()) return std::nullopt;
    if (tokens_[at].symbol == symbols[k]) {
      ++at;
      ++k;
    } else if (fillers && filler(at) && n_fillers++ < kMaxFillers) {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  return at;
}

void Matcher::consider(std::optional<Match>& best, const Match& match) const {
  const std::size_t n = length(*match.pattern), most = best ? length(*best->pattern) : 0;
  if (!best || n > most || (n == most && priority(match.pattern->act) > priority(best->pattern->act))) best = match;
}

std::optional<Match> Matcher::before(const Place& place) const {
  std::optional<Match> best;
  std::size_t past = place.first;
  for (int n = 0; past > 0 && n <= kMaxFillers; ++n, --past) {
    for (const Pattern& pattern : lexicon_.ending(tokens_[past - 1].symbol)) {
      if (pattern.wants_label && !place.labelled) continue;
      const auto begin = match_left(pattern.left, past);
      const auto end = begin ? match_right(pattern.right, place.past) : std::nullopt;
      if (end) consider(best, {&pattern, *begin, *end});
    }
    if (!filler(past - 1)) break;
  }
  return best;
}

std::optional<Match> Matcher::after(const Place& place) const {
  std::optional<Match> best;
  std::size_t at = place.past;
  // "B (kinetic energy) is correct"
  if (at < tokens_.size() && tokens_[at].sort == Sort::kOpen) {
    std::size_t close = at + 1;
    while (close < tokens_.size() && close < at + kMaxBrackets && tokens_[close].sort != Sort::kClose) ++close;
    if (close < tokens_.size() && tokens_[close].sort == Sort::kClose) at = close + 1;
  }
  const std::size_t from = at;
  for (int n = 0; at < tokens_.size() && n <= kMaxFillers; ++n, ++at) {
    for (const Pattern& pattern : lexicon_.beginning(tokens_[at].symbol)) {
      if (pattern.wants_label && !place.labelled) continue;
      if (const auto end = match_right(pattern.right, at)) consider(best, {&pattern, place.first, *end});
    }
    if (!filler(at)) break;
  }
  if (place.labelled && !best) reach(best, from, place.first);
  return best;
}

// Patterns behind a gap; it ends at the sentence and at the next label.
void Matcher::reach(std::optional<Match>& best, std::size_t from, std::size_t label) const {
  for (std::size_t at = from; at < tokens_.size() && at < from + kMaxGap; ++at) {
    if (is_boundary(tokens_[at]) || is_plain_label(tokens_[at])) return;
    for (const Pattern& pattern : lexicon_.reaching(tokens_[at].symbol))
      if (const auto end = match_right(pattern.right, at)) consider(best, {&pattern, label, *end});
    if (best) return;
  }
}

std::optional<Match> Matcher::turning(std::size_t at) const {
  std::size_t past = at;
  for (int n = 0; past > 0 && n <= kMaxFillers; ++n, --past) {
    for (const Pattern& pattern : lexicon_.turning(tokens_[past - 1].symbol))
      if (const auto begin = match_left(pattern.left, past)) return Match{&pattern, *begin, at};
    if (!filler(past - 1)) break;
  }
  return std::nullopt;
}

std::optional<Match> Matcher::cue(std::size_t at) const {
  std::optional<Match> best;
  for (const Pattern& pattern : lexicon_.cues(tokens_[at].symbol)) {
    const auto end = match_right(pattern.left, at, false);
    if (end && (!best || pattern.act > best->pattern->act)) best = Match{&pattern, at, *end};
  }
  return best;
}

std::optional<std::size_t> Matcher::case_begins(std::size_t at, Act act) const {
  for (const Pattern& pattern : lexicon_.cases(tokens_[at].symbol))
    if (pattern.act == act)
      if (const auto end = match_right(pattern.left, at, false)) return end;
  return std::nullopt;
}

}  // namespace brink::robust
