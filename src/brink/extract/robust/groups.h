#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "brink/extract/robust/lexicon.h"

namespace brink::robust {

/// Labels that stand together: one, or several joined by "and", "or", a slash or commas.
struct Group {
  std::vector<std::size_t> labels;  // tokens
  std::size_t past = 0;             // behind the last
  bool labelled = false;            // in brackets, or after a noun ("option b")
  std::size_t begin = 0;            // of the noun, or the first label
};

/// Whether a word that could be a label stands as one by its form: neither the article, nor the pronoun, nor a letter
/// in passing. `clean` = what follows can only follow a label: the end of a clause, "because", ...
class Shape {
 public:
  explicit Shape(std::span<const Token> tokens) : tokens_(tokens) {}

  bool is_label(std::size_t i) const { return tokens_[i].slot != -1; }
  /// Needs brackets, a noun or a frame with nothing of a sentence behind: lower case, "A", "I", lookalikes, numbers.
  bool doubtful(std::size_t i) const;
  /// Whether a clause ends before the token, so that a label stands whole there; a pronoun needs that.
  bool clause_ends(std::size_t at) const;
  bool clean(std::size_t label, std::size_t at) const;
  bool after_noun(std::size_t i) const;
  /// Whether it is a person's name: "Dr. B".
  bool titled(std::size_t i) const;
  bool pronoun(std::size_t i) const { return tokens_[i].letter == 'I' && !tokens_[i].bracketed; }

  /// Behind the words that join a label to the next one; `at` itself when there are none.
  std::size_t past_join(std::size_t at) const {
    bool comma_only = true;
    return past_join(at, comma_only);
  }

  /// The group that begins with the label at i.
  Group group(std::size_t i) const;

 private:
  std::size_t past_join(std::size_t at, bool& comma_only) const;

  std::span<const Token> tokens_;
  const Lexicon& lexicon_ = Lexicon::get();
};

}  // namespace brink::robust
