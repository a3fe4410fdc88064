#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "brink/extract/robust/lexer.h"

namespace brink::robust {

/// Where an option's own text stands, word for word, case, marks and a plural's s aside.
struct TextMatch {
  std::int16_t slot;
  std::size_t first, last;    // tokens
  bool has_words;             // more than numbers and lone letters
  bool number_alone = false;  // the number of an option with a unit, without the unit
};

/// The options whose texts differ from every other's.
class OptionTexts {
 public:
  explicit OptionTexts(std::span<const std::string> options);

  /// In order; of overlapping ones the longest. Linear in the tokens for each option. A text that is one letter counts
  /// right behind its own label only ("C. M").
  std::vector<TextMatch> find(std::span<const Token> tokens) const;

  /// The option that a stretch repeats with small changes: of their words, at least 80 % are the same (Dice), by .2
  /// more than of any other option, and none more denies. Empty when there is no such option, or few words.
  std::optional<std::int16_t> nearest(std::span<const Token> stretch) const;

 private:
  struct Wanted {
    std::int16_t slot;
    std::vector<std::uint64_t> words, plurals;  // in the singular; with an s behind
    std::vector<std::size_t> border;            // [words]: Knuth-Morris-Pratt
    bool has_words, negative, letter, number_alone;
  };
  struct Option {
    std::string text;
    std::vector<Token> tokens;
  };
  void add_plurals(const Option& option);
  void add(std::size_t slot, const Option& option, std::vector<std::uint64_t> words);
  void add_number(std::size_t slot, std::span<const Option> options);
  std::uint64_t singular_of(std::uint64_t word) const {
    const auto found = singular_.find(word);
    return found == singular_.end() ? word : found->second;
  }
  bool fits(const Wanted& option, std::span<const Token> tokens, std::size_t first) const;

  std::vector<Wanted> wanted_;
  std::unordered_map<std::uint64_t, std::uint64_t> singular_;  // of the options' words and their plurals
};

}  // namespace brink::robust
