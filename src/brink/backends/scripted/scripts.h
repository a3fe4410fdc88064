#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/rng.h"
#include "brink/model/request.h"

namespace brink::scripted {

/// The options that a request shows, as lines "A. text" in its last user turn (or raw text); the last such list counts.
std::vector<std::string> shown_options(const Input& input);

/// A way of answering. A share of the requests, drawn by their id, is answered this way; the others by `content`
/// (those of `content` by `guess`).
struct Script {
  std::string_view name;
  std::string_view summary;
  double standard_share;  // without ":SHARE" after the name
  /// The slot answered, 0 without options.
  int (*slot)(std::span<const std::string> options, SplitMix64& draw);
  /// What the model writes, of at least n_tokens tokens when it never ends by itself; nothing = the request fails.
  /// Null for `mixed`, which stands for any of the others.
  std::optional<std::string> (*text)(char letter, char other, int n_tokens);
};

std::span<const Script> scripts();

/// "content", "position:0.4": a script and its share.
struct Choice {
  const Script* script;
  double share;
};
/// Throws Error(kModel) naming the known scripts.
Choice parse_choice(std::string_view path);

/// What a script makes of one request.
struct Performance {
  char letter;                      // answered: 'A', 'B', ...
  std::optional<std::string> text;  // nothing = the request fails
};
/// A pure function of its arguments. The draw depends on input, template arguments, seed and trial: not on prefix or
/// token limit, so that a request that continues another one plays the same part.
Performance perform(const Choice& choice, const Request& request, int n_tokens);

}  // namespace brink::scripted
