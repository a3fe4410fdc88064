#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/rng.h"
#include "brink/model/request.h"

namespace brink::scripted {

/// The options that a request shows in its last user turn (or raw text).
struct Shown {
  std::vector<std::string> options;
  std::string labels;   // one character each
  bool judged = false;  // answers to be judged, as in mode judge/pair

  /// Of a slot; behind the last comes the next of the alphabet, which is a tie's.
  char label(int slot) const;
};

/// Lines "A. text" (or "a. ", "1. "), in turn or rotated; the last such list counts. Or blocks between the lines
/// "[Answer A]" and "[End of answer A]".
Shown shown(const Input& input);

/// By how much the first slot draws the script `doubt`, in logits: always, and more per unit of log length.
struct Pull {
  double always = 0, per_log_length = 0;
};

/// A way of answering. A share of the requests, drawn by their id, is answered this way; the others by `content`
/// (those of `content` by `guess`).
struct Script {
  std::string_view name;
  std::string_view summary;
  double standard_share;  // without ":SHARE" after the name
  /// The slot answered, 0 without options.
  int (*slot)(const Shown& shown, const Pull& pull, SplitMix64& draw);
  /// What the model writes, of at least n_tokens tokens when it never ends by itself; nothing = the request fails.
  /// Null for `mixed`, which stands for any of those above it.
  std::optional<std::string> (*text)(const Shown& shown, char letter, char other, int n_tokens);
};

std::span<const Script> scripts();

/// "content", "position:0.4": a script and its share. "doubt:0.4:0.2": always this script, and its pull.
struct Choice {
  const Script* script;
  double share;
  Pull pull = {};
};
/// Throws Error(kModel) naming the known scripts.
Choice parse_choice(std::string_view path);

/// What a script makes of one request.
struct Performance {
  int slot;                         // answered
  char letter;                      // its label
  std::optional<std::string> text;  // nothing = the request fails
};
/// A pure function of its arguments. The draw depends on input, template arguments, seed and trial: not on prefix or
/// token limit, so that a request that continues another one plays the same part; but where `doubt` is sampled on it
/// draws anew.
Performance perform(const Choice& choice, const Request& request, int n_tokens);

}  // namespace brink::scripted
