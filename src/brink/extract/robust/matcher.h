#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "brink/extract/robust/lexicon.h"

namespace brink::robust {

/// A pattern that holds around a label, and how far it reaches: tokens [begin, end).
struct Match {
  const Pattern* pattern = nullptr;
  std::size_t begin = 0, end = 0;
};

/// What stands around a label that takes the tokens [first, past).
struct Place {
  std::size_t first, past;
  bool labelled;  // in brackets or after a noun: "(@)" holds
};

/// Matches the patterns of the table against tokens. Fillers between a pattern's words are passed over, a word once
/// passed is not looked at again: each match costs a bounded number of tokens.
class Matcher {
 public:
  explicit Matcher(std::span<const Token> tokens) : tokens_(tokens) {}

  /// The longest pattern that ends at the label (its part behind the label included, if it has one).
  std::optional<Match> before(const Place& place) const;
  /// The longest pattern that begins right behind the label.
  std::optional<Match> after(const Place& place) const;
  /// A pattern that turns what begins at this token: kDenies or kSupposes.
  std::optional<Match> turning(std::size_t at) const;
  /// A pattern without a label that begins at this token, word for word: kTakesBack before kDoubt.
  std::optional<Match> cue(std::size_t at) const;

  /// Behind the words that begin a case at this token: one apart (kElse) or one that may not be so (kCase).
  std::optional<std::size_t> case_begins(std::size_t at, Act act) const;

  /// A capital that could be a label is none, whatever the word means elsewhere ("A" in Portuguese). A line end is one
  /// where the line asks for more: "The answer is:".
  bool filler(std::size_t i) const {
    if (tokens_[i].sort == Sort::kBreak) return i > 0 && lexicon_.is(tokens_[i - 1].symbol, Act::kLeadsOn);
    const bool capital = tokens_[i].slot != -1 && tokens_[i].upper;
    return !capital && lexicon_.is(tokens_[i].symbol, Act::kFiller);
  }

 private:
  std::optional<std::size_t> match_left(std::span<const Symbol> symbols, std::size_t past) const;
  std::optional<std::size_t> match_right(std::span<const Symbol> symbols, std::size_t at, bool fillers = true) const;
  void consider(std::optional<Match>& best, const Match& match) const;
  void reach(std::optional<Match>& best, std::size_t from, std::size_t label) const;

  std::span<const Token> tokens_;
  const Lexicon& lexicon_ = Lexicon::get();
};

/// Deny before suppose before the commitments, the stronger first.
int priority(Act act);

}  // namespace brink::robust
