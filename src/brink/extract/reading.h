#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/model/response.h"

namespace brink {

/// The eight statuses of a reading (product.md). Nothing is guessed; `error` never counts as wrong.
enum class Status { kOk, kTruncatedInReasoning, kTruncated, kNoAnswer, kMultiple, kOutOfRange, kRefused, kError };
inline constexpr int kNStatuses = 8;

/// "ok", "truncated_in_reasoning", ...: the words of every table.
std::string_view to_string(Status status);

/// Where the text an answer is made of came from, decided from the rendered prompt's tail and the tags in the text.
/// Thinking may lie in several pieces, joined in `thinking`.
struct Channels {
  std::string thinking, response;
  bool unfinished = false;  // thinking was opened and never closed
  bool has_thinking = false;
};

/// A letter named on the way (position-bias.md 3.4).
struct Mention {
  char letter;       // 'A'..'Z', upper case
  int pos;           // code points from the start of the trajectory
  int byte;          // bytes from the start
  int pattern;       // 1..9: the lowest-numbered pattern that found it
  std::string kind;  // profile paper: "mention"
  bool operator==(const Mention&) const = default;
};

/// CCP and switches of a mention list: App. A.3 and eq. 2 of the first seed, decisions.md 11.
struct Trajectory {
  int n_mentions = 0;
  int n_switches = 0;
  std::optional<double> ccp;          // A.3, in [0, 1]
  std::string ccp_reason;             // "no_final", "no_mentions", "final_not_last" when ccp is undefined
  std::optional<double> ccp_literal;  // A.3 to the letter: 0 when there are no mentions
  std::optional<double> ccp_eq2;      // eq. 2: 1 where no closing run exists
};

/// What a text answers, and how that was found.
struct Reading {
  Status status = Status::kNoAnswer;
  std::optional<int> slot;    // shown position, 0-based; set exactly when status is kOk
  std::optional<int> option;  // index in Item::options; set by observe()
  int rule = 0;               // 1..4: the pattern of the cascade that fired, 0 none
  int pos = -1;               // code points: the letter that was read
  std::vector<Mention> mentions;
  Trajectory trajectory;
  int n_chars = 0;   // code points of the trajectory (thinking + response)
  int n_tokens = 0;  // generated tokens, 0 when unknown
  bool unfinished = false;
  bool has_thinking = false;
  std::string note;  // failure message for kError
};

/// Version of the readers; stored with every anchor, bumped when a reading can change.
inline constexpr int kReaderVersion = 1;

/// Splits a completion. @param prompt_tail  the end of the rendered prompt (its last few hundred bytes are enough);
/// an opened thinking tag there means the text begins inside thinking. Position-bias.md 3.1 and product.md.
Channels split_channels(std::string_view text, std::string_view prompt_tail);

struct ReadInput {
  std::string_view text;
  int n_options = 4;
  std::string_view prompt_tail = {};
  std::optional<Finish> finish = {};
};

/// Profile `paper`: A.2's cascade and A.3's mentions with Python's re semantics, exactly golden/extract.py.
Reading read_paper(const ReadInput& input);

/// A.2 alone: the first pattern of the cascade with a match, on code points.
struct Final {
  char letter;
  int pattern;     // 1..4
  int letter_pos;  // code points
};
std::optional<Final> paper_final(std::string_view text, int n_options);
std::vector<Mention> paper_mentions(std::string_view text, int n_options);

/// @param length  code points of the trajectory. Mentions sorted by position.
Trajectory trajectory_of(const std::vector<Mention>& mentions, std::optional<char> final, int length);

}  // namespace brink
