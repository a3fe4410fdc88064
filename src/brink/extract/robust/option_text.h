#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "brink/extract/robust/lexer.h"

namespace brink::robust {

/// Where an option's own text stands, word for word, case and marks aside.
struct TextMatch {
  std::int16_t slot;
  std::size_t first, last;  // tokens
  bool has_words;           // more than numbers and lone letters
};

/// The options whose texts differ from every other's.
class OptionTexts {
 public:
  explicit OptionTexts(std::span<const std::string> options);

  /// In order; of overlapping ones the longest. Linear in the tokens for each option.
  std::vector<TextMatch> find(std::span<const Token> tokens) const;

 private:
  struct Wanted {
    std::int16_t slot;
    std::vector<std::uint64_t> words;
    std::vector<std::size_t> border;  // [words]: Knuth-Morris-Pratt
    bool has_words;
  };
  std::vector<Wanted> wanted_;
};

}  // namespace brink::robust
