#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "brink/extract/robust/lexer.h"

namespace brink::robust {

/// [token] whether it is the label of an option list copied out: labels at the beginning of lines, each followed by a
/// mark and some text, one slot after the other; in lines that follow each other slots may be left out.
std::vector<bool> find_listed(std::span<const Token> tokens);

/// Labels that are judged one after the other by a word each, "A: no. B: yes. C: no.", three or more of them: of fewer
/// the words may be their options' texts.
struct Judged {
  struct Verdict {
    std::size_t label;
    bool yes;
  };
  std::vector<Verdict> verdicts;      // in the order of the text; empty where there are fewer than three labels
  std::vector<std::size_t> accepted;  // the labels of those that say yes

  const Verdict* at(std::size_t token) const;
};
Judged find_judged(std::span<const Token> tokens);

/// Behind the mark that sets a label off from its text ("B.", "B)", "B:", "(B)"); the label's own place when it has
/// none.
std::size_t past_mark(std::span<const Token> tokens, std::size_t label);

/// Whether a line or the text ends here.
bool ends_line(std::span<const Token> tokens, std::size_t at);

/// Whether the tokens end in the same few over and over.
bool ends_in_loop(std::span<const Token> tokens);

}  // namespace brink::robust
