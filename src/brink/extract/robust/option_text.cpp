#include "brink/extract/robust/option_text.h"

#include <algorithm>
#include <array>

#include "brink/base/text.h"

namespace brink::robust {
namespace {

std::uint64_t hash_of(std::string_view word) { return lex_all(word).front().hash; }

// Without the article an option may begin with: answers repeat the noun, not always the article.
std::vector<std::uint64_t> words_of(const std::string& option) {
  static const std::array kArticles{hash_of("the"), hash_of("a"), hash_of("an")};
  std::vector<std::uint64_t> words;
  bool is_letter = true;
  for (const Token& token : lex_all(option)) {
    if (token.sort != Sort::kWord) continue;
    words.push_back(token.hash);
    is_letter = is_letter && token.letter != 0;
  }
  if (words.size() > 1 && std::ranges::find(kArticles, words.front()) != kArticles.end()) words.erase(words.begin());
  if (is_letter && words.size() == 1) words.clear();  // cannot be told from a label
  return words;
}

// Two letters in a row, or anything beyond ASCII.
bool has_words(std::string_view option) {
  const auto is_letter = [](char c) {
    return (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 1; i < option.size(); ++i)
    if (is_letter(option[i - 1]) && is_letter(option[i])) return true;
  return false;
}

std::vector<std::size_t> borders(const std::vector<std::uint64_t>& words) {
  std::vector<std::size_t> border(words.size(), 0);
  for (std::size_t i = 1, k = 0; i < words.size(); ++i) {
    while (k > 0 && words[i] != words[k]) k = border[k - 1];
    if (words[i] == words[k]) ++k;
    border[i] = k;
  }
  return border;
}

}  // namespace

OptionTexts::OptionTexts(std::span<const std::string> options) {
  std::vector<std::vector<std::uint64_t>> words;
  for (const std::string& option : options) words.push_back(words_of(option));
  for (std::size_t slot = 0; slot < words.size(); ++slot)
    if (!words[slot].empty() && std::ranges::count(words, words[slot]) == 1)
      wanted_.push_back({static_cast<std::int16_t>(slot), words[slot], borders(words[slot]), has_words(options[slot])});
}

std::vector<TextMatch> OptionTexts::find(std::span<const Token> tokens) const {
  std::vector<TextMatch> found;
  if (wanted_.empty()) return found;
  std::vector<std::size_t> places;  // of words
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].sort == Sort::kWord) places.push_back(i);
  for (const Wanted& option : wanted_) {
    const std::size_t n = option.words.size();
    for (std::size_t i = 0, k = 0; i < places.size(); ++i) {
      const std::uint64_t word = tokens[places[i]].hash;
      while (k > 0 && word != option.words[k]) k = option.border[k - 1];
      if (word == option.words[k]) ++k;
      if (k < n) continue;
      found.push_back({option.slot, places[i + 1 - n], places[i], option.has_words});
      k = 0;
    }
  }
  std::ranges::sort(found, [](const TextMatch& a, const TextMatch& b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  std::vector<TextMatch> kept;
  for (const TextMatch& match : found)
    if (kept.empty() || match.first > kept.back().last) kept.push_back(match);
  return kept;
}

}  // namespace brink::robust
