#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace brink {

using Token = std::int32_t;

/// One turn of a conversation. A last turn of role "assistant" is left open: the model goes on from its text.
struct Message {
  std::string role;  // "system", "user", "assistant"
  std::string content;
  bool operator==(const Message&) const = default;
};

using Messages = std::vector<Message>;

/// A prompt that no chat template touches.
struct RawText {
  std::string text;
  bool operator==(const RawText&) const = default;
};

struct TokenIds {
  std::vector<Token> ids;
  bool operator==(const TokenIds&) const = default;
};

/// The prompt of an imported record that its log did not keep.
struct Unknown {
  bool operator==(const Unknown&) const = default;
};

/// What a request asks. Foundation 7.
using Input = std::variant<Messages, RawText, TokenIds, Unknown>;

}  // namespace brink
