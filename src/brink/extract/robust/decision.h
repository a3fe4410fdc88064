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
/// "actually") or a denial of what stood; what is called the answer replaces a line that begins with a label. Two
/// different letters answered one right after the other, lines of different labels that follow each other, a weaker
/// commitment to another letter with no doubt between, or two conditional ones, stand together; so do answers that go
/// round: three letters in turn, or two where the text was cut, unless the last was said three times in a row. A
/// conditional commitment gives way to any other, unless it settles which of several. "scratch that" right after an
/// answer takes it back. In thinking a lean or a bare label does not count; where the text was cut, no bare label
/// counts but the one it opens with, and not that where the option list or a loop of the same words follows.
Decision decide(std::span<const Event> events, std::span<const Token> tokens, bool response, bool cut);

}  // namespace brink::robust
