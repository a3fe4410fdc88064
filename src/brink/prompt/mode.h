#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "brink/base/problem.h"

namespace brink {

/// A way of asking: [mode.NAME] of a study file, or a preset. Foundation 10.
/// system and user are templates: {question}, {options}, {passage} are replaced; nothing else is.
struct ModeSpec {
  std::string name;    // as in tables: "direct", "mine"
  std::string system;  // empty = no system turn
  std::string user = "{question}\n{options}";
  std::string open_user;       // in place of `user` for items without options; empty = see asks()
  bool raw = false;            // no chat template: system, user and prefill as one text, a blank line behind system
  std::string option;          // one of {options}: {label} and {option} are replaced; empty = "A. text"
  std::string between = "\n";  // what stands between two of them
  bool tie = false;            // the label after the last option's answers that none is better
  std::string prefill;         // text that opens the assistant turn, as "<think>\n"
  std::string commit_suffix = "\n\nThe answer is (";
  std::string reader = "robust";                     // profile that tables read by
  std::map<std::string, std::string> template_args;  // name -> JSON text
  std::optional<int> max_tokens;                     // overrides the study's
  SourceLine at;
};

/// Whether a mode asks items with options, or those without: a text that shows {options} is for the former alone,
/// another for the latter alone; open_user adds the latter.
bool asks(const ModeSpec& mode, bool with_options);

/// How the options of an item are ordered (position-bias.md 1).
struct PermutationSpec {
  std::string kind = "cyclic";  // "cyclic", "none", "reversed", "both", "all", "random", "pairs"
  int n = 0;                    // of random:n; 0 otherwise

  std::string text() const;  // as a study file writes it: "cyclic", "random:8"
  bool operator==(const PermutationSpec&) const = default;
};

/// One row of the table in modes/modes.cpp: a preset way of asking.
struct ModePreset {
  std::string_view name;   // full name: "position-bias/cot"
  std::string_view alias;  // what tables call it, and a study may: "cot"; empty = the full name
  std::string_view summary;
  std::string_view source;  // paper and section
  std::string_view system;
  std::string_view user;
  std::string_view open_user = {};
  std::string_view prefill = {};
  std::string_view option = {};  // as ModeSpec's; empty = its default
  std::string_view between = {};
  std::string_view reader = {};
  bool tie = false;
  int max_tokens = 0;  // 0 = the study's
};

std::span<const ModePreset* const> mode_presets();

/// The preset of that full name or alias, or the only one whose name is the shortest that ends in "/" and `name`;
/// else nullptr.
const ModePreset* find_mode(std::string_view name);
/// The preset as a mode, under the name that tables show.
ModeSpec to_mode(const ModePreset& preset);

}  // namespace brink
