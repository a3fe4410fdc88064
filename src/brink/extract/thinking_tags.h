#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// Model families that mark thinking alike.
enum class TagFamily {
  kThink,
  kThinking,
  kThought,
  kReasoning,
  kBracket,
  kSeed,
  kMiniMax,
  kKimi,
  kCommand,
  kApertus,
  kGemma,
  kHarmony
};
inline constexpr int kNTagFamilies = 12;

/// A tag found in a text.
struct TagAt {
  enum Kind {
    kOpen,
    kClose,  // where no thinking is open it is either the end of thinking that the prompt opened, or plain text
    kToken,  // a control token: ends its family's thinking, and is never part of an answer
  };
  std::size_t begin, end;  // bytes
  Kind kind;
  TagFamily family;
};

/// Every tag of the table in thinking_tags.cpp, ASCII case ignored, in order; none overlap. Linear in the text.
/// @param family  of this family alone, by its name or a model family's; empty = of all. A name that is none of
///                thinking_families() marks nothing.
std::vector<TagAt> find_thinking_tags(std::string_view text, std::string_view family = {});

/// What a model of this family writes between its thinking and its response.
std::string_view closing_text(TagFamily family);

/// The names of families, those of model families that use them included; "none" marks nothing.
std::vector<std::string> thinking_families();

}  // namespace brink
