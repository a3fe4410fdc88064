#include "brink/extract/robust/turns.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "brink/extract/robust/lexicon.h"
#include "brink/extract/robust/lines.h"

namespace brink::robust {
namespace {

Symbol colon() {
  static const Symbol symbol = Lexicon::get().symbol(":");
  return symbol;
}

bool is_colon(std::span<const Token> tokens, std::size_t i) { return i < tokens.size() && tokens[i].symbol == colon(); }

bool is_any_of(const Token& token, std::span<const std::uint64_t> words) {
  return std::ranges::find(words, token.hash) != words.end();
}

bool is_number(const Token& token, std::string_view text) {
  const auto word = text.substr(token.begin, token.end - token.begin);
  return token.sort == Sort::kWord && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// The colon of a line's heading, "Q:" or "Question 2:"; the number of tokens where there is none.
std::size_t heading_colon(std::span<const Token> tokens, std::size_t at, std::span<const std::uint64_t> words) {
  if (!tokens[at].line_start || !is_any_of(tokens[at], words)) return tokens.size();
  if (is_colon(tokens, at + 1)) return at + 1;
  return at + 1 < tokens.size() && tokens[at + 1].sort == Sort::kWord && is_colon(tokens, at + 2) ? at + 2
                                                                                                  : tokens.size();
}

}  // namespace

void mark_answer_turns(std::span<Token> tokens) {
  static const std::array kAsks{hash_of("q"), hash_of("question")};
  static const std::uint64_t kAnswers = hash_of("a");
  static const Symbol kAnswer = Lexicon::get().symbol("answer");
  bool asked = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].line_start) continue;
    asked = asked || heading_colon(tokens, i, kAsks) < tokens.size();
    if (!asked || tokens[i].hash != kAnswers || !tokens[i].upper || !is_colon(tokens, i + 1)) continue;
    tokens[i].symbol = kAnswer;
    tokens[i].slot = -1;
    tokens[i].letter = 0;
    asked = false;
  }
}

std::size_t next_question(std::span<const Token> tokens) {
  static const std::array kAsks{hash_of("q"), hash_of("question"), hash_of("problem"), hash_of("user"),
                                hash_of("human")};
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i - 1].sort != Sort::kBreak) continue;
    const std::size_t heading = heading_colon(tokens, i, kAsks);
    // "Question 1: B" answers.
    if (heading < tokens.size() && !(heading + 1 < tokens.size() && tokens[heading + 1].slot != -1)) return i;
  }
  return tokens.size();
}

void mark_ordinals(std::span<Token> tokens, std::string_view text, int n) {
  static const std::array kPlaces{hash_of("first"),  hash_of("second"), hash_of("third"),
                                  hash_of("fourth"), hash_of("fifth"),  hash_of("sixth")};
  static const std::array kNouns{hash_of("option"), hash_of("choice"), hash_of("alternative")};
  static const std::array kArticles{hash_of("the"), hash_of("is"), hash_of("be")};
  static const std::uint64_t kLast = hash_of("last"), kAnswer = hash_of("answer");
  const auto mark = [&](Token& token, std::ptrdiff_t slot) {
    if (slot < 0 || slot >= n || token.slot != -1) return;
    token.slot = static_cast<std::int16_t>(slot);
    token.bracketed = true;  // as plain a label as one in brackets
  };
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (is_any_of(tokens[i], kNouns) && is_number(tokens[i + 1], text)) {
      int number = 0;
      std::from_chars(text.data() + tokens[i + 1].begin, text.data() + tokens[i + 1].end, number);
      mark(tokens[i + 1], number - 1);
    }
    const bool named = is_any_of(tokens[i + 1], kNouns) || tokens[i + 1].hash == kAnswer;
    if (!named || !(tokens[i].line_start || (i > 0 && is_any_of(tokens[i - 1], kArticles)))) continue;
    // "the second option B": the letter is the label.
    if (i + 2 < tokens.size() && tokens[i + 2].slot != -1) continue;
    if (tokens[i].hash == kLast) mark(tokens[i], n - 1);
    const auto place = std::ranges::find(kPlaces, tokens[i].hash);
    if (place != kPlaces.end()) mark(tokens[i], place - kPlaces.begin());
  }
}

}  // namespace brink::robust
