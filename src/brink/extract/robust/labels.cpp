#include "brink/extract/robust/labels.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "brink/extract/digits.h"

namespace brink::robust {
namespace {

bool is_letter_of(const std::string& label, std::size_t slot) {
  return label.size() == 1 && slot < 26 && ((label[0] | 0x20) == static_cast<char>('a' + slot));
}

}  // namespace

Labels::Labels(bool given, std::span<const std::string> labels, int n_options) : n_(n_options) {
  if (!given) return;
  n_ = static_cast<int>(labels.size());
  bool letters = true, numbers = true;
  for (std::size_t slot = 0; slot < labels.size(); ++slot) {
    letters = letters && is_letter_of(labels[slot], slot);
    numbers = numbers && labels[slot] == std::to_string(slot + 1);
    const std::vector<Token> tokens = lex_all(labels[slot]);
    if (tokens.size() == 1) slots_.emplace(tokens.front().hash, static_cast<std::int16_t>(slot));
  }
  kind_ = labels.empty() ? Kind::kNone : letters ? Kind::kLetters : numbers ? Kind::kNumbers : Kind::kWords;
}

std::int16_t Labels::slot_of(const Token& token, std::string_view text) const {
  if (token.sort != Sort::kWord || token.glued) return -1;
  switch (kind_) {
    case Kind::kLetters:
      if (token.letter == 0) return -1;
      return token.letter - 'A' < n_ ? static_cast<std::int16_t>(token.letter - 'A') : kBeyond;
    case Kind::kNumbers: {
      constexpr std::uint32_t kLongest = 8;  // bytes
      if (token.end - token.begin > kLongest) return -1;
      const std::string digits = plain_digits(text.substr(token.begin, token.end - token.begin)).text;
      int number = 0;
      const char* const end = digits.data() + digits.size();
      const auto [stop, error] = std::from_chars(digits.data(), end, number);
      if (error != std::errc{} || stop != end || number < 1 || number > 99) return -1;
      return number <= n_ ? static_cast<std::int16_t>(number - 1) : kBeyond;
    }
    case Kind::kWords: {
      const auto found = slots_.find(token.hash);
      if (found != slots_.end()) return found->second;
      return token.letter != 0 && token.upper && !token.lookalike ? kBeyond : std::int16_t{-1};
    }
    case Kind::kNone:
      break;
  }
  return -1;
}

std::vector<std::int16_t> Labels::several(std::string_view word) const {
  std::vector<std::int16_t> slots;
  if (kind_ != Kind::kLetters || word.size() < 2 || word.size() > static_cast<std::size_t>(n_)) return {};
  for (const char c : word) {
    const int slot = c - 'A';
    if (slot < 0 || slot >= n_ || (!slots.empty() && slot <= slots.back())) return {};
    slots.push_back(static_cast<std::int16_t>(slot));
  }
  return slots;
}

void Labels::mark(std::span<Token> tokens, std::string_view text) const {
  for (Token& token : tokens) token.slot = slot_of(token, text);
}

}  // namespace brink::robust
