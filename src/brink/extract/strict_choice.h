#pragma once

#include <optional>
#include <string_view>

namespace brink {

/// The form of an answer to a question with options: is it one letter, where the prompt asked for it? A letter here is
/// one of the item's, upper case, with no ASCII letter or digit beside it.
struct StrictChoice {
  std::optional<char> all;        // the only letter of the whole text
  std::optional<char> end;        // the only letter of the last line that is not blank
  bool compliant = false;         // `end` has a value
  bool compliant_strict = false;  // that line is the letter and nothing but markup, or "answer:" and the letter
  int n_letters = 0;              // in the whole text
};

/// @param text  valid UTF-8. @param n_options  2..26, called A, B, ...
/// Source: Intention Collapse, app. A.4; specification intention.md 3. Oracle: golden/extract.py, `mcq_strict`.
StrictChoice strict_choice(std::string_view text, int n_options);

}  // namespace brink
