#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "brink/extract/robust/frames.h"
#include "brink/extract/robust/lexer.h"

namespace brink::robust {

inline constexpr Symbol kGap = 1;  // "~" in a pattern

/// A pattern of the table, ready to match: the symbols before the label, nearest first, and those after it.
struct Pattern {
  Act act;
  bool wants_label = false;  // "(@)"
  std::vector<Symbol> left, right;
  std::string name;  // "en: the answer is @"
};

/// The table of frames, compiled once. Words of equal meaning have one symbol.
class Lexicon {
 public:
  static const Lexicon& get();

  Symbol symbol_of(std::uint64_t hash) const {
    const auto found = symbols_.find(hash);
    return found == symbols_.end() ? Symbol{0} : found->second;
  }

  /// The symbol of a word of the table; 0 for any other.
  Symbol symbol(std::string_view word) const;

  /// Whether it is a word of kUnreal by its own spelling, alone or with the next one ("i'd have").
  bool unreal(const Token& token, const Token* next) const;

  bool is(Symbol symbol, Act word_class) const { return (classes_[symbol] >> static_cast<int>(word_class) & 1) != 0; }

  /// Patterns whose part before the label ends with this symbol.
  std::span<const Pattern> ending(Symbol symbol) const { return of(ending_, symbol); }
  /// Patterns with nothing before the label: whose other part begins with this symbol, at once or past a gap.
  std::span<const Pattern> beginning(Symbol symbol) const { return of(beginning_, symbol); }
  std::span<const Pattern> reaching(Symbol symbol) const { return of(reaching_, symbol); }
  /// Patterns without a label: by their last word (kDenies, kSupposes), by their first (kDoubt, kTakesBack; kElse,
  /// kCase).
  std::span<const Pattern> turning(Symbol symbol) const { return of(turning_, symbol); }
  std::span<const Pattern> cues(Symbol symbol) const { return of(cues_, symbol); }
  std::span<const Pattern> cases(Symbol symbol) const { return of(cases_, symbol); }

  Symbol line_end() const { return line_end_; }
  Symbol question() const { return question_; }
  Symbol comma() const { return comma_; }

 private:
  using Index = std::vector<std::vector<Pattern>>;  // [symbol]

  Lexicon();
  static std::span<const Pattern> of(const Index& index, Symbol symbol) {
    return symbol < index.size() ? std::span<const Pattern>(index[symbol]) : std::span<const Pattern>();
  }
  Symbol intern(std::string_view word);
  std::vector<Symbol> intern_all(std::string_view piece);
  void add_class(const FrameRow& row);
  void add_same(const FrameRow& row);
  void add_patterns(const FrameRow& row);
  void add_pattern(const FrameRow& row, std::string_view text);

  std::unordered_map<std::uint64_t, Symbol> symbols_;
  std::unordered_set<std::uint64_t> unreal_;
  std::vector<std::uint32_t> classes_;  // [symbol], a bit per class
  Symbol n_symbols_ = 2;
  Index ending_, beginning_, reaching_, turning_, cues_, cases_;
  Symbol line_end_ = 0, question_ = 0, comma_ = 0;
};

}  // namespace brink::robust
