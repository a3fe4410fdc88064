#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "brink/extract/robust/labels.h"
#include "brink/extract/robust/lexer.h"
#include "brink/extract/robust/matcher.h"
#include "brink/extract/robust/option_text.h"

namespace brink::robust {

/// Why a label counts as an answer; the weaker a rule, the later in the list.
enum class Rule : std::uint8_t {
  kNone,
  kAnswerFrame,
  kAssertion,
  kLean,
  kBareLabel,
  kLeadingLabel,
  kOptionText,
  kConclusion
};

/// "answer_frame", "assertion", "lean", "bare_label", "leading_label", "option_text",
/// "conclusion"; "" for kNone.
std::string_view to_string(Rule rule);

/// Whether an option's text was read, not its label.
inline bool is_text(Rule rule) { return rule == Rule::kOptionText || rule == Rule::kConclusion; }

/// Something a text says about labels, or about what it said.
struct Event {
  enum Kind : std::uint8_t {
    kAsserted,
    kDenied,
    kSupposed,
    kRestated,   // a line of an option list copied out
    kDoubt,      // what follows may overturn what stands
    kTakenBack,  // what stands is withdrawn
  } kind;
  int rank = 0;  // of an assertion: 3 answers, 2 commits, 1 leans; of a denial: 3 a verdict, 0 none
  Rule rule = Rule::kNone;
  const Pattern* frame = nullptr;
  std::size_t first, past;              // tokens, the frame included
  std::vector<std::size_t> labels;      // tokens of the labels, or the first of an option's text
  std::vector<std::int16_t> slots;      // of each label; Labels::kBeyond where the item has none such
  std::vector<std::size_t> pasts = {};  // behind each label
  bool other_text = false;              // another option's text follows the label
  bool conditional = false;             // of an assertion: it hangs on a condition
  bool last_resort = false;             // counts only where nothing else stands
  bool closes = false;                  // nothing follows its sentence
  bool would = false;                   // its verb is of what is not so: "B would be the answer for solids"

  /// Behind the last label; 0 where there is none.
  std::size_t label_past() const { return pasts.empty() ? 0 : pasts.back(); }
};

/// All events in the order of the text; a conclusion, which counts where nothing else does, comes last.
std::vector<Event> find_events(std::string_view text, std::span<const Token> tokens, const Labels& labels,
                               const OptionTexts& options, bool cut);

}  // namespace brink::robust
