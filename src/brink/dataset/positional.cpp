#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "brink/base/text.h"
#include "brink/dataset/item.h"

namespace brink {
namespace {

constexpr std::array<std::string_view, 16> kQuantifiers{"all",  "none", "both", "neither", "either", "any",
                                                        "each", "some", "two",  "three",   "most",   "one",
                                                        "2",    "3",    "no",   "only"};
constexpr std::array<std::string_view, 8> kOptionWords{"option", "options", "choice",       "choices",
                                                       "answer", "answers", "alternatives", "responses"};
constexpr std::array<std::string_view, 8> kAfterOptionWords{"given", "listed",   "above", "are",
                                                            "is",    "provided", "apply", ""};
constexpr std::array<std::string_view, 5> kJoins{"and", "or", "nor", "but", "&"};
constexpr std::array<std::string_view, 5> kAfterLetters{"only", "both", "alone", "together", "above"};

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Word {
  std::string text;         // lower case
  bool ends_phrase = true;  // punctuation or the end follows
};

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '&' || c == '\'' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Word> words_of(std::string_view option) {
  std::vector<Word> out;
  bool open = false;
  for (const char raw : option) {
    const char c = ascii_lower(raw);
    if (in_word(c)) {
      if (!open) out.push_back({"", false});
      open = true;
      out.back().text += c;
    } else {
      open = false;
      if (c != ' ' && !out.empty()) out.back().ends_phrase = true;
    }
  }
  if (!out.empty()) out.back().ends_phrase = true;
  return out;
}

bool is_letter(const Word& word) { return word.text.size() == 1 && word.text[0] >= 'a' && word.text[0] <= 'h'; }

/// "all of the above", "none of these", "both options are correct": a quantifier, then words for the other options.
bool quantifies_options(const std::vector<Word>& words, std::size_t i) {
  const auto word = [&](std::size_t k) { return k < words.size() ? std::string_view(words[k].text) : ""; };
  if (!one_of(word(i), kQuantifiers)) return false;
  std::size_t k = i + 1;
  if (word(k) == "of") ++k;
  const bool these = word(k) == "these" || word(k) == "those" || word(k) == "them";
  if (these && i == 0 && words[k].ends_phrase) return true;
  if (these || word(k) == "the") ++k;
  if (word(k) == "above") return true;
  // "No choice" and "any answer" are contents; the other options are "the options", or all or none of the options.
  const bool definite = k > i + 1 || word(i) == "all" || word(i) == "both" || word(i) == "neither";
  return i == 0 && definite && one_of(word(k), kOptionWords) && one_of(word(k + 1), kAfterOptionWords);
}

/// "both A and B", "B and C only", "(A), (B) and (C)": letters joined by words, and nothing but what frames them.
/// "Vitamin A and D" and "A and B are equally good athletes" name other things.
bool lists_letters(const std::vector<Word>& words) {
  std::size_t i = 0;
  while (i < words.size() && (one_of(words[i].text, kQuantifiers) || one_of(words[i].text, kOptionWords))) ++i;
  const bool framed = i > 0;
  std::size_t n = 0;
  bool joined = false;
  for (; i < words.size(); ++i) {
    if (is_letter(words[i])) {
      ++n;
    } else if (n > 0 && one_of(words[i].text, kJoins) && i + 1 < words.size() && is_letter(words[i + 1])) {
      joined = true;
    } else {
      break;
    }
  }
  if (n < 2 || !joined) return false;
  return framed || i == words.size() || (one_of(words[i].text, kAfterLetters) && words[i].ends_phrase);
}

/// Chinese, which has no spaces to find words by: "the above" at the front, then all, none or a number of the options
/// ("以上都不对", "上述选项都正确"). "上述论证" is the argument above, "18岁以上" 18 and more.
bool names_above_in_chinese(std::string_view option) {
  constexpr std::array<std::string_view, 11> kOfThem{"都",   "均",   "皆",   "全",   "各项", "选项",
                                                     "答案", "说法", "两项", "三项", "四项"};
  option = trim(option);
  if (!option.starts_with("以上") && !option.starts_with("上述")) return false;
  option.remove_prefix(std::string_view("以上").size());
  return std::any_of(kOfThem.begin(), kOfThem.end(), [&](std::string_view word) { return option.starts_with(word); });
}

/// "the former", "the latter two": the order itself. "The former president" names something else.
bool names_order(const std::vector<Word>& words) {
  const std::size_t i = !words.empty() && words[0].text == "the" ? 1 : 0;
  if (i >= words.size() || (words[i].text != "former" && words[i].text != "latter")) return false;
  if (i + 1 == words.size() || words[i].ends_phrase) return true;
  const std::string& next = words[i + 1].text;
  return (next == "two" || next == "three" || next == "option" || next == "options") && words[i + 1].ends_phrase;
}

}  // namespace

bool names_other_options(std::string_view option) {
  if (names_above_in_chinese(option)) return true;
  const std::vector<Word> words = words_of(option);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (quantifies_options(words, i)) return true;
  return lists_letters(words) || names_order(words);
}

}  // namespace brink
