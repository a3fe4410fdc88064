#pragma once

#include "brink/prompt/mode.h"

namespace brink {

/// What the intention presets have in common: one user turn, options as "A) text", and three names of each: of its text
/// for items with options, for those without, and of both.
constexpr ModePreset intention_mode(std::string_view name, std::string_view summary, std::string_view choice,
                                    std::string_view numeric, int max_tokens) {
  return {.name = name,
          .alias = {},
          .summary = summary,
          .source = "Intention Collapse, app. A.3",
          .system = {},
          .user = choice.empty() ? numeric : choice,
          .open_user = choice.empty() ? std::string_view() : numeric,
          .option = "{label}) {option}",
          .max_tokens = max_tokens};
}

}  // namespace brink
