#include "brink/extract/robust/turns.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <optional>
#include <vector>

#include "brink/extract/robust/groups.h"
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

// Words that stand for a label by its place. English, and German for two that were just named.
struct PlaceWords {
  using Hash = std::uint64_t;
  std::array<Hash, 6> places{hash_of("first"),  hash_of("second"), hash_of("third"),
                             hash_of("fourth"), hash_of("fifth"),  hash_of("sixth")};
  std::array<Hash, 3> nouns{hash_of("option"), hash_of("choice"), hash_of("alternative")};
  std::array<Hash, 3> articles{hash_of("the"), hash_of("is"), hash_of("be")};
  std::array<Hash, 4> former{hash_of("former"), hash_of("ersteres"), hash_of("erstere"), hash_of("전자")};
  std::array<Hash, 4> latter{hash_of("latter"), hash_of("letzteres"), hash_of("letztere"), hash_of("후자")};
  Hash last = hash_of("last"), answer = hash_of("answer"), one = hash_of("one"), of = hash_of("of");
  std::array<Hash, 3> named{hash_of("these"), hash_of("those"), hash_of("them")};

  static const PlaceWords& get() {
    static const PlaceWords words;
    return words;
  }
  // Whether the word is one of places, nouns, former, latter, or "last"; now and then of others too.
  bool may_be(Hash word) const { return filter_[word % kBits]; }

 private:
  static constexpr std::size_t kBits = 1024;
  std::bitset<kBits> filter_ = [this] {
    std::bitset<kBits> out;
    out.set(last % kBits);
    const auto add = [&](const auto& words) {
      for (const Hash word : words) out.set(word % kBits);
    };
    add(places), add(nouns), add(former), add(latter);
    return out;
  }();
};

// "A and C; the former", "B or D, the second one": the labels that such words stand for.
class BackReferences {
 public:
  explicit BackReferences(std::span<const Token> tokens) : tokens_(tokens) {}

  // Labels joined to the one before make a list; any other begins anew, unless it stands alone.
  void take(std::size_t i) {
    const Token& token = tokens_[i];
    const bool label = token.slot >= 0 && (token.bracketed || (token.letter != 0 && token.upper));
    if (!label || shape_.pronoun(i)) return;
    if (list_.empty() || shape_.past_join(list_.back() + 1) != i) {
      if (list_.size() >= 2 && shape_.past_join(i + 1) == i + 1) return;
      list_.clear();
    }
    list_.push_back(i);
  }

  /// The slot that the word stands for, behind the labels that were taken.
  std::optional<std::int16_t> of(std::size_t i) const {
    constexpr std::size_t kFar = 32;  // tokens
    if (list_.size() < 2 || i - list_.back() > kFar) return std::nullopt;
    // "the last of these"; "the second one" of two, or "of A, B and C only the last one"
    const bool of_these =
        i + 2 < tokens_.size() && tokens_[i + 1].hash == words_.of && is_any_of(tokens_[i + 2], words_.named);
    const std::size_t first = list_.front();
    const bool listed = list_.size() == 2 || (first > 0 && tokens_[first - 1].hash == words_.of);
    const bool one = of_these || (listed && i + 1 < tokens_.size() && tokens_[i + 1].hash == words_.one);
    const auto is = [&](std::uint64_t word) { return one && tokens_[i].hash == word; };
    if (is_any_of(tokens_[i], words_.former) || is(words_.places[0])) return tokens_[list_.front()].slot;
    if (is_any_of(tokens_[i], words_.latter) || is(words_.last) || (is(words_.places[1]) && list_.size() == 2))
      return tokens_[list_.back()].slot;
    return std::nullopt;
  }

 private:
  std::span<const Token> tokens_;
  Shape shape_{tokens_};
  const PlaceWords& words_ = PlaceWords::get();
  std::vector<std::size_t> list_;  // tokens of the last labels that were named together
};

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
  const PlaceWords& words = PlaceWords::get();
  const Shape shape(tokens);
  BackReferences before(tokens);
  const auto mark = [&](Token& token, std::ptrdiff_t slot) {
    if (slot < 0 || slot >= n || token.slot != -1) return;
    token.slot = static_cast<std::int16_t>(slot);
    token.bracketed = true;  // as plain a label as one in brackets
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    before.take(i);
    if (!words.may_be(tokens[i].hash)) continue;
    if (const auto slot = before.of(i)) mark(tokens[i], *slot);
    if (i + 1 == tokens.size()) break;
    Token& next = tokens[i + 1];
    if (is_any_of(tokens[i], words.nouns) && is_number(next, text)) {
      int number = 0;
      std::from_chars(text.data() + next.begin, text.data() + next.end, number);
      mark(next, number - 1);
    }
    const bool named = is_any_of(next, words.nouns) || next.hash == words.answer ||
                       (next.hash == words.one && shape.clause_ends(i + 2));
    if (!named || !(tokens[i].line_start || (i > 0 && is_any_of(tokens[i - 1], words.articles)))) continue;
    // "the second option B": the letter is the label.
    if (i + 2 < tokens.size() && tokens[i + 2].slot != -1) continue;
    if (tokens[i].hash == words.last) mark(tokens[i], n - 1);
    const auto place = std::ranges::find(words.places, tokens[i].hash);
    if (place != words.places.end()) mark(tokens[i], place - words.places.begin());
  }
}

}  // namespace brink::robust
