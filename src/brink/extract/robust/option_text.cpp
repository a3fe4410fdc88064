#include "brink/extract/robust/option_text.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "brink/base/text.h"
#include "brink/extract/robust/lexicon.h"
#include "brink/extract/robust/lines.h"

namespace brink::robust {
namespace {

constexpr std::size_t kFewWords = 4;
constexpr double kAlike = 0.8, kAlikeBy = 0.2;

bool is_ascii_letter(char c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

std::string_view text_of(const Token& token, std::string_view text) {
  return text.substr(token.begin, token.end - token.begin);
}

// Without the article an option may begin with: answers repeat the noun, not always the article.
std::vector<std::uint64_t> words_of(std::span<const Token> tokens) {
  static const std::array kArticles{hash_of("the"), hash_of("a"), hash_of("an")};
  std::vector<std::uint64_t> words;
  for (const Token& token : tokens)
    if (token.sort == Sort::kWord) words.push_back(token.hash);
  if (words.size() > 1 && std::ranges::find(kArticles, words.front()) != kArticles.end()) words.erase(words.begin());
  return words;
}

bool is_minus(const Token& token) {
  static const std::array kMinus{hash_of("-"), hash_of("\u2212"), hash_of("\u2013")};
  return std::ranges::find(kMinus, token.hash) != kMinus.end();
}

// Two letters in a row, or anything beyond ASCII.
bool has_words(std::string_view option) {
  const auto is_letter = [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
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
  std::vector<Option> read;
  std::vector<std::vector<std::uint64_t>> words, singular;
  for (const std::string& option : options) {
    const std::string text = to_valid_utf8(option);
    read.push_back({text, lex_all(text)});
    words.push_back(words_of(read.back().tokens));
    add_plurals(read.back());
  }
  for (const auto& each : words) {
    singular.push_back(each);
    for (std::uint64_t& word : singular.back()) word = singular_of(word);
  }
  const auto n_different = [](auto all) {
    std::ranges::sort(all);
    return std::unique(all.begin(), all.end()) - all.begin();
  };
  if (n_different(words) == n_different(singular))
    words = singular;
  else
    singular_.clear();  // "cat" and "cats" are two options
  for (std::size_t slot = 0; slot < words.size(); ++slot) {
    if (!words[slot].empty() && std::ranges::count(words, words[slot]) == 1) add(slot, read[slot], words[slot]);
    add_number(slot, read);
  }
}

void OptionTexts::add_plurals(const Option& option) {
  for (const Token& token : option.tokens) {
    std::string_view word = text_of(token, option.text);
    if (word.size() < 3 || word.ends_with("ss") || !std::ranges::all_of(word, is_ascii_letter)) continue;
    if (word.ends_with('s')) word.remove_suffix(1);
    const std::uint64_t singular = hash_of(word);
    singular_.emplace(hash_of("s", singular), singular);
  }
}

void OptionTexts::add(std::size_t slot, const Option& option, std::vector<std::uint64_t> words) {
  const Token& first = option.tokens.front();
  auto border = borders(words);
  std::vector<std::uint64_t> plurals = words;
  if (!singular_.empty())
    for (std::uint64_t& word : plurals) word = hash_of("s", word);
  wanted_.push_back({.slot = static_cast<std::int16_t>(slot),
                     .words = std::move(words),
                     .plurals = std::move(plurals),
                     .border = std::move(border),
                     .has_words = has_words(option.text),
                     .negative = is_minus(first),
                     .letter = first.letter != 0 && std::ranges::count(option.tokens, Sort::kWord, &Token::sort) == 1,
                     .number_alone = false});
}

// "15 days" is also called 15 where no other option begins with that number.
void OptionTexts::add_number(std::size_t slot, std::span<const Option> options) {
  const Option& option = options[slot];
  const auto is_number = [&](const Token& t) { return t.sort == Sort::kWord && is_digit(option.text[t.begin]); };
  if (std::ranges::count_if(option.tokens, is_number) != 1 || !is_number(option.tokens.front())) return;
  const Token& number = option.tokens.front();
  if (!has_words(option.text)) return;
  for (const Option& other : options)
    if (&other != &option && other.text.starts_with(text_of(number, option.text))) return;
  add(slot, {std::string(text_of(number, option.text)), {number}}, {number.hash});
  wanted_.back().number_alone = true;
}

bool OptionTexts::fits(const Wanted& option, std::span<const Token> tokens, std::size_t first) const {
  if (option.letter) {
    for (std::size_t label = first - std::min<std::size_t>(first, 2); label < first; ++label)
      if (tokens[label].slot == option.slot && past_mark(tokens, label) == first) return true;
    return false;
  }
  if (option.number_alone && tokens[first].slot != -1) return false;
  const bool negative = first > 0 && tokens[first - 1].end == tokens[first].begin && is_minus(tokens[first - 1]);
  return option.has_words || negative == option.negative;
}

std::optional<std::int16_t> OptionTexts::nearest(std::span<const Token> stretch) const {
  std::vector<std::uint64_t> words = words_of(stretch), denials;
  if (words.size() < kFewWords) return std::nullopt;
  for (std::uint64_t& word : words) word = singular_of(word);
  for (const Token& token : stretch)
    if (Lexicon::get().is(token.symbol, Act::kNegates)) denials.push_back(singular_of(token.hash));
  std::ranges::sort(words);
  double most = 0, next = 0;
  const Wanted* best = nullptr;
  for (const Wanted& option : wanted_) {
    if (option.words.size() < kFewWords) continue;
    std::vector<std::uint64_t> mine = option.words, common;
    std::ranges::sort(mine);
    std::ranges::set_intersection(words, mine, std::back_inserter(common));
    const double share = 2.0 * static_cast<double>(common.size()) / static_cast<double>(words.size() + mine.size());
    next = std::max(next, std::min(share, most));
    if (share > most) {
      most = share;
      best = &option;
    }
  }
  if (!best || most < kAlike || most - next < kAlikeBy) return std::nullopt;
  for (const std::uint64_t word : denials)
    if (std::ranges::find(best->words, word) == best->words.end()) return std::nullopt;
  return best->slot;
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
      const auto is = [&](std::size_t at) { return word == option.words[at] || word == option.plurals[at]; };
      while (k > 0 && !is(k)) k = option.border[k - 1];
      if (is(k)) ++k;
      if (k < n) continue;
      if (fits(option, tokens, places[i + 1 - n]))
        found.push_back({option.slot, places[i + 1 - n], places[i], option.has_words, option.number_alone});
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
