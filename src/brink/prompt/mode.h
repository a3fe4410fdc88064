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

/// How the options of an item are ordered (position-bias.md 1).
struct PermutationSpec {
  std::string kind = "cyclic";  // "cyclic", "none", "reversed", "all", "random", "pairs"
  int n = 0;                    // of random:n; 0 otherwise

  std::string text() const;  // as a study file writes it: "cyclic", "random:8"
  bool operator==(const PermutationSpec&) const = default;
};

/// One row of the table in modes/modes.cpp: a preset way of asking.
struct ModePreset {
  std::string_view name;  // full name: "position-bias/cot"; a study may write "cot" where that is unique
  std::string_view summary;
  std::string_view source;  // paper and section
  std::string_view system;
  std::string_view user;
  std::string_view prefill;
  std::string_view option = {};  // as ModeSpec's; empty = its default
  std::string_view between = {};
  std::string_view reader = {};
  bool tie = false;
};

std::span<const ModePreset* const> mode_presets();

/// The preset of that full or short name, or nullptr.
const ModePreset* find_mode(std::string_view name);
/// The preset as a mode; its name is the short one.
ModeSpec to_mode(const ModePreset& preset);

}  // namespace brink
