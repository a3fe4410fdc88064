#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "brink/extract/robust/events.h"

namespace brink::robust {

/// What the events of a channel come to.
struct Decision {
  const Event* held = nullptr;      // the commitment that stands; null when none does
  std::vector<std::int16_t> slots;  // of it: one, or several that were committed to together
  bool withdrawn = false;           // an answer was given and taken back
};

/// The last commitment that stands in one channel, the response or the thinking.
///
/// A later commitment replaces an earlier one that is not stronger, or any one after a word of doubt ("wait",
/// "actually") or a denial of what stood. Two different letters answered one right after the other, or a weaker
/// commitment to another letter with no doubt between, stand together; so do two conditional ones. A conditional one
/// gives way to any other. "scratch that" right after an answer takes it back. In thinking a lean or a bare label does
/// not count; where the text was cut, a bare label at its end does not.
Decision decide(std::span<const Event> events, std::span<const Token> tokens, bool response, bool cut);

}  // namespace brink::robust
