#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "brink/extract/robust/lexer.h"

namespace brink::robust {

/// How an item's options are called.
class Labels {
 public:
  /// @param labels  as shown, in slot order; A.. of n_options when `given` is false, none when it is empty.
  Labels(bool given, std::span<const std::string> labels, int n_options);

  /// Sets Token::slot of every word that could be a label, and kBeyond where it is a label that the item lacks.
  void mark(std::span<Token> tokens, std::string_view text) const;

  /// The slots of several labels written as one word, "ABD": ascending capitals of the item; else empty.
  std::vector<std::int16_t> several(std::string_view word) const;

  int n() const { return n_; }

  static constexpr std::int16_t kBeyond = -2;

 private:
  enum class Kind { kLetters, kNumbers, kWords, kNone };
  std::int16_t slot_of(const Token& token, std::string_view text) const;

  Kind kind_ = Kind::kLetters;
  int n_;
  std::unordered_map<std::uint64_t, std::int16_t> slots_;  // by the hash of the folded word
};

}  // namespace brink::robust
