#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// Where the tokens of a completion end in its text, so that a place in the text can be cut at a token.
class Borders {
 public:
  /// @param text    of the completion, valid UTF-8
  /// @param tokens  what each adds to it. They may go on behind the text, which a stop string has cut; where they do
  /// not
  ///                spell it at all (bytes that were not UTF-8) there is no border but the beginning.
  Borders(std::string_view text, const std::vector<std::string>& tokens);

  /// Tokens up to the last border.
  int n_tokens() const { return static_cast<int>(ends_.size()) - 1; }
  /// Bytes of the text that n tokens are; n must be a border.
  std::size_t byte(int n) const { return *ends_[static_cast<std::size_t>(n)]; }
  /// n tokens, or as many fewer as leave no character in pieces.
  int at_token(int n) const;
  /// The most tokens that end at or before a byte, on a border.
  int at_byte(std::size_t byte) const;
  /// The border nearest to n tokens, within `reach` of it, that ends a sentence or a line; at_token(n) where there is
  /// none.
  int near_sentence_end(int n, int reach) const;
  /// The last one at or before n tokens; 0 where there is none.
  int sentence_end_before(int n) const;

 private:
  bool ends_sentence(int n) const;

  std::string_view text_;
  std::vector<std::optional<std::size_t>> ends_;  // [n_tokens + 1] bytes; none inside a character
};

}  // namespace brink
