#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/model/response.h"
#include "brink/stats/trajectory.h"

namespace brink {

/// The eight statuses of a reading (product.md). Nothing is guessed; `error` never counts as wrong.
enum class Status { kOk, kTruncatedInReasoning, kTruncated, kNoAnswer, kMultiple, kOutOfRange, kRefused, kError };
inline constexpr int kNStatuses = 8;

/// "ok", "truncated_in_reasoning", ...: the words of every table.
std::string_view to_string(Status status);

/// Where the text an answer is made of came from, decided from the rendered prompt's tail and the tags in the text.
/// Thinking may lie in several pieces; pieces are joined by nothing, tags belong to neither channel. Only this view
/// drops them: the trajectory, and every offset, is the whole text with its tags.
struct Channels {
  struct Piece {
    std::size_t begin, end;  // bytes of the text
    bool thinking;
  };
  std::string thinking, response;
  std::vector<Piece> pieces;  // what the two are made of, in the order of the text
  bool unfinished = false;    // thinking was opened and never closed
  std::string closing;        // what would close it and open the response; empty unless unfinished
  bool has_thinking = false;  // `thinking` holds more than white space
};

/// How a rendered prompt leaves the model: no word about thinking, inside it, or past it.
enum class PromptEnd { kPlain, kThinkingOpen, kThinkingClosed };
PromptEnd prompt_end(std::string_view rendered_prompt);

/// A letter named on the way (position-bias.md 3.4).
struct Mention {
  char letter;            // 'A'..'Z', upper case (Python's upper() leaves U+0130 and U+212A: here they are I and K)
  int pos;                // code points from the start of the trajectory
  int byte;               // bytes from the start
  int pattern;            // 1..9: the lowest-numbered pattern that found it
  std::string_view kind;  // of a table: profile paper "mention"; robust: see robust/mentions.h
  int pos_end = -1, byte_end = -1;  // behind it; -1 in profile paper
  int token = -1;                   // index of the generated token that holds its first byte; -1 unknown
  bool operator==(const Mention&) const = default;
};

/// A stretch of the trajectory, half open; empty where there is none.
struct Span {
  int pos = -1, pos_end = -1;    // code points
  int byte = -1, byte_end = -1;  // bytes
  bool operator==(const Span&) const = default;
};

/// CCP and switches of a mention list.
using Trajectory = stats::TrajectoryStats;

/// What a text answers, and how that was found.
struct Reading {
  Status status = Status::kNoAnswer;
  std::optional<char> letter;  // the label that was read; also where it is not graded (cut, out of range)
  std::optional<int> slot;     // shown position, 0-based; set exactly when status is kOk and the answer is no tie
  std::optional<int> option;   // index in Item::options; set by observe()
  std::optional<std::string>
      answer;  // of a question without options: a Decimal's text, or words; also where not graded
  std::optional<bool> compliant, compliant_strict;  // see StrictChoice; set by observe(), where labels are A, B, ...
  bool tie = false;                                 // the label that stands for "none is better"; set by observe()
  int rule = 0;           // 1..4: the pattern of the cascade that found a letter of the item, 0 none
  int pos = -1;           // code points: the letter that was read
  std::string rule_name;  // profile robust: "answer_frame", "bare_label", ...: see robust/events.h
  std::string frame;      // profile robust: the pattern of the table that matched, "" for none
  Span span;              // profile paper: the letter; robust: the words that commit, frame and label
  std::string raw;        // the label as it stands in the text
  std::optional<char>
      last_commitment;             // profile paper: the last mention; robust: the last letter asserted, read or not
  std::vector<std::string> flags;  // what a person should know: see read_robust()
  std::vector<Mention> mentions;
  Trajectory trajectory;
  int n_chars = 0;   // code points of the trajectory (thinking + response)
  int n_tokens = 0;  // generated tokens, 0 when unknown
  bool unfinished = false;
  bool has_thinking = false;
  std::string note;  // failure message for kError
};

/// Version of the readers; stored with every anchor, bumped when a reading can change.
inline constexpr int kReaderVersion = 6;

/// Splits a completion. @param prompt_tail  the end of the rendered prompt (its last few hundred bytes are enough);
/// an opened thinking tag there means the text begins inside thinking. Position-bias.md 3.1 and product.md.
/// @param family  only its tags count (a name that thinking_families() lists); empty = every family's.
Channels split_channels(std::string_view text, std::string_view prompt_tail, std::string_view family = {});

/// What is asked for.
enum class Ask { kLabel, kNumber, kText };

struct ReadInput {
  std::string_view text;
  int n_options = 4;
  std::string_view prompt_tail = {};
  std::optional<Finish> finish = {};
  std::span<const std::string> options = {};  // the options' texts as shown; none = unknown
  /// The labels as shown; none = A.. of n_options; an empty list = the options carry no labels.
  std::optional<std::span<const std::string>> labels = {};
  /// Given by an API that keeps channels apart: so many bytes of the text are thinking, the rest the response.
  std::optional<std::size_t> n_thinking_bytes = {};
  /// Only the tags of this family mark thinking (a name of thinking_tags.h); empty = any family's.
  std::string_view template_family = {};
  Ask ask = Ask::kLabel;  // other than a label: read by the open readers, which look at no option
  std::span<const std::string> token_texts = {};  // what each generated token adds to the text; none = unknown
};

/// Whether generation ended at a limit.
bool is_cut(const std::optional<Finish>& finish);

/// Profile `paper`: A.2's cascade and A.3's mentions with Python's re semantics, exactly golden/extract.py, on the
/// whole text, thinking included. Bytes that are not UTF-8 count as U+FFFD. Linear in the text.
///
/// Status, the first that holds. "Cut" = finish is kLength or kContext.
///   truncated_in_reasoning  cut with thinking unfinished: never graded, whatever the cascade found (rule, letter and
///                           pos say what that was)
///   ok                      the cascade found a letter; of a cut text patterns 1-3 only, since pattern 4 (a letter at
///                           the end of the text) then sees where the limit fell
///   out_of_range            the cascade finds a letter beyond the item's (of a cut text again by patterns 1-3)
///   truncated               cut, no answer
///   refused                 no answer, and the response opens with a refusal (a short list of English phrases)
///   no_answer               else
/// `multiple` never: the first match decides. `error` is not a text's: see failed_reading(). The trajectory's final
/// letter is the graded one.
Reading read_paper(const ReadInput& input);

/// Profile `robust`: what a careful person takes from the text. Its last commitment in the response, where there is
/// none the last explicit one in the thinking; article, pronoun, units, negated, supposed, asked and restated letters
/// are none. The words are the rows of robust/frames.cpp, in twelve languages; docs/design/reader.md has the steps.
/// Letters are canonical, 'A' + slot, whatever the labels. Linear in the text.
///
/// Status, the first that holds. "Cut" as above.
///   truncated_in_reasoning  cut with thinking unfinished; last_commitment says what it had come to
///   ok, out_of_range        one label stands (of a cut text not one at its very end)
///   multiple                two or more stand: "A or B", "both A and C", two answers in one breath
///   truncated, refused, no_answer   as above
///
/// Flags: homoglyph (a Cyrillic or Greek letter was read), text_of_other_option (behind the label stands another
/// option's text: the label counts), from_thinking, withdrawn (an answer was given and taken back), cut.
Reading read_robust(const ReadInput& input);

/// The channels of a text, from the tags in it or as an API gave them.
Channels channels_of(std::string_view text, const ReadInput& input);
/// Profile `verdict`: the last "[[X]]" of the response, X one of the labels (ReadInput::labels, else A.. of n_options);
/// another X is out of range. The mentions are all verdicts of the text, thinking included. Letters are canonical,
/// 'A' + slot, whatever the labels. Statuses as in profile `paper`. Linear in the text.
Reading read_verdict(const ReadInput& input);

/// Questions without options. `answer` is set where a number (or words) was found, status is kOk where it counts.
///
/// paper   exactly golden/extract.py, `gsm8k`: the last number behind the last "####", else of the whole text
/// robust  the number behind the last "####" that leads to one, else in the last \boxed, else behind the last "answer
/// is"
///         or "answer:", else the one that the last sentence with a number concludes with ("so 7 are left for the 3
///         friends" is 7); equations give their result; of the response, and where that has none of the thinking;
///         nothing behind a heading "Problem:" of the model's own is read
///
/// Texts (Ask::kText), both: the words behind the last "####" or "answer is", else the last line, as normal_words() has
/// them. Status as in the letters' profiles; of a cut text neither an answer without a frame nor one at its very end
/// counts. Rules: 1 hash_mark, 2 boxed, 3 answer_frame, 4 last_number or last_line. Linear in the text.
Reading read_paper_open(const ReadInput& input);
Reading read_robust_open(const ReadInput& input);

/// The reading of a request that failed.
Reading failed_reading(std::string message);

/// App. A.4 to the letter, `<think>(.*?)</think>(.*)` over all lines: what stands before the tag is in neither part.
/// Without a match thinking is empty and the response everything. Tables use split_channels().
struct ThinkSplit {
  std::string_view thinking, response;  // into the text
  bool matched = false;
};
ThinkSplit paper_think_split(std::string_view text);

/// A.2 alone: the first pattern of the cascade with a match, and within it the first match. Letters A.. of
/// n_options (2..26) options, upper case only.
struct Final {
  char letter;
  int pattern;     // 1..4
  int letter_pos;  // code points
  int byte;        // bytes
};
std::optional<Final> paper_final(std::string_view text, int n_options);

/// A.3 alone: every match of the nine patterns, case ignored, by position; of several at one letter the
/// lowest-numbered.
std::vector<Mention> paper_mentions(std::string_view text, int n_options);

/// @param length  code points of the trajectory. Mentions sorted by position.
Trajectory trajectory_of(const std::vector<Mention>& mentions, std::optional<char> final, int length);

}  // namespace brink
