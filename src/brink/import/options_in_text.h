#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// A prompt taken apart: what is asked, and the options as they were shown.
struct ShownQuestion {
  std::string stem;
  std::vector<std::string> options;
};

/// Finds the last list of labelled options in a prompt: consecutive lines that begin with A, B, C, ... as `A.`, `A)`,
/// `(A)` or `A:`. The stem is the block of text before it, without a heading such as "Options:" and without the
/// examples that stand before an empty line. Nothing when there is no list of two options or more.
std::optional<ShownQuestion> question_in_text(std::string_view prompt);

}  // namespace brink
