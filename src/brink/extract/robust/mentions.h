#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/reading.h"
#include "brink/extract/robust/events.h"

namespace brink::robust {

/// Code points before a byte of a text. Linear in the text over any number of questions.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text);
  int at(std::size_t byte) const;
  Span span(std::size_t byte, std::size_t byte_end) const;

 private:
  int between(std::size_t byte, std::size_t byte_end) const;

  static constexpr std::size_t kStep = 16;
  std::string_view text_;
  std::vector<int> before_;  // [byte / kStep]
};

/// The labels that events name, in order, one at each place.
///   asserted      committed to at the time, whether or not it stood
///   final         the commitment that was read
///   retracted     denied right after it was the last one asserted
///   eliminated    denied
///   restated      in an option list copied out
///   hypothetical  supposed, asked, weighed
/// Bare labels and conclusions are mentions only where they were read.
std::vector<Mention> mentions_of(std::span<const Event> events, std::span<const Token> tokens, const Event* final,
                                 const CodePoints& points);

/// Sets Mention::token from the texts of the generated tokens, when they are known.
void assign_tokens(std::vector<Mention>& mentions, std::span<const std::string> token_texts);

}  // namespace brink::robust
