#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "brink/extract/robust/events.h"
#include "brink/extract/robust/groups.h"

namespace brink::robust {

/// A text's tokens with what every step asks of them.
class Page {
 public:
  /// @param is_cut  generation ended at a limit.
  Page(std::string_view source, std::span<const Token> all, const Labels& item, const OptionTexts& option_texts,
       bool is_cut);

  std::string_view text;
  std::span<const Token> tokens;
  const Labels& labels;
  const OptionTexts& options;
  std::vector<TextMatch> texts;  // of the options
  bool cut;
  Matcher matcher{tokens};
  Shape shape{tokens};

  /// Where the sentence or line ends that the token is in; the number of tokens at the last.
  std::size_t end_of(std::size_t at) const { return ends_[std::min(at, tokens.size())]; }
  /// Whether the sentence is a question.
  bool asked(std::size_t at) const;
  /// Whether a word of this class is the reply to it: "Is it B? Yes."
  bool replied(std::size_t at, Act word_class) const;
  /// Whether what follows a word of doubt may overturn what stands: not where it belongs to a condition ("If it rains,
  /// however, B").
  bool doubts(const Match& cue) const;
  /// Whether nothing but marks of an end follows.
  bool closes(std::size_t at) const;
  /// Back over fillers ("option B") and a number ("1. B", "Question 1: B"), as far as the line goes.
  std::size_t line_begin(std::size_t at) const;

  /// Whether the sentence begins with a condition before this token: "if x = 2, ...".
  bool conditional(std::size_t at) const;
  /// Whether a case apart begins before this token, and no conclusion is drawn since: "unless ..., in which case ...".
  bool in_case_apart(std::size_t at) const;
  /// Whether a verb between these tokens is of what is not so, and no conclusion is drawn.
  bool would(std::size_t first, std::size_t past) const;
  /// Whether the sentence names a case in which that would be so, other than being made to choose: "with friction it
  /// would be", "would be if".
  bool in_other_case(std::size_t first, std::size_t past) const;

  /// What a pattern around labels says, with what stands before it ("if", "I don't think") and behind ("?").
  struct Range {
    std::size_t first, past;
  };
  Event event(const Pattern& pattern, Range range, std::span<const std::size_t> label_tokens, bool other_text) const;

  /// An event about these labels, whatever its kind.
  Event with_labels(Event event, std::span<const std::size_t> label_tokens) const;

 private:
  std::size_t sentence_begin(std::size_t at) const;
  bool begins_with(std::size_t at, Act act) const;
  bool turned(std::size_t first, std::size_t at) const;
  bool calls_all_wrong(std::size_t at) const;
  bool concludes(Range range) const;
  bool told(std::size_t first, std::size_t label) const;

  std::vector<std::size_t> ends_;  // [token]
};

Event::Kind kind_of(Act act);
int rank_of(Act act);

}  // namespace brink::robust
