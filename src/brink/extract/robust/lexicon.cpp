#include "brink/extract/robust/lexicon.h"

#include <algorithm>
#include <cassert>

#include "brink/base/text.h"

namespace brink::robust {
namespace {

// Calls f with each piece between separators, trimmed of spaces; empty pieces are left out.
template <class F>
void each_piece(std::string_view text, char separator, const F& f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string_view piece = text.substr(0, end);
    while (piece.starts_with(' ')) piece.remove_prefix(1);
    while (piece.ends_with(' ')) piece.remove_suffix(1);
    if (!piece.empty()) f(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<Token> tokens_of(std::string_view piece) {
  // A line end that begins a text leaves no token: something must stand before it.
  std::vector<Token> out;
  const std::string text = piece == "\n" ? "x\n" : std::string(piece);
  lex(text, 0, text.size(), out);
  if (piece == "\n") out.erase(out.begin());
  return out;
}

std::uint64_t together(std::uint64_t first, std::uint64_t second) { return first * 31 + second; }

}  // namespace

bool Lexicon::unreal(const Token& token, const Token* next) const {
  return unreal_.contains(token.hash) || (next && unreal_.contains(together(token.hash, next->hash)));
}

const Lexicon& Lexicon::get() {
  static const Lexicon lexicon;
  return lexicon;
}

Lexicon::Lexicon() {
  // Spellings first: patterns are made of what they stand for.
  for (const FrameRow& row : frame_rows())
    if (row.act == Act::kSame) add_same(row);
  for (const FrameRow& row : frame_rows()) {
    if (row.act == Act::kSame) continue;
    if (row.act < Act::kAnswer)
      add_class(row);
    else
      add_patterns(row);
  }
  line_end_ = intern("\n");
  question_ = intern("?");
  comma_ = intern(",");
  classes_.resize(n_symbols_);
}

Symbol Lexicon::symbol(std::string_view word) const { return symbol_of(tokens_of(word).front().hash); }

Symbol Lexicon::intern(std::string_view word) {
  const auto tokens = tokens_of(word);
  assert(tokens.size() == 1);
  const auto [at, is_new] = symbols_.try_emplace(tokens.front().hash, n_symbols_);
  if (is_new) ++n_symbols_;
  return at->second;
}

std::vector<Symbol> Lexicon::intern_all(std::string_view piece) {
  std::vector<Symbol> out;
  for (const Token& token : tokens_of(piece)) {
    const auto [at, is_new] = symbols_.try_emplace(token.hash, n_symbols_);
    if (is_new) ++n_symbols_;
    out.push_back(at->second);
  }
  return out;
}

// Rows of several languages that share a spelling become one: the words mean the same.
void Lexicon::add_same(const FrameRow& row) {
  std::vector<Symbol> symbols;
  each_piece(row.words, ' ', [&](std::string_view word) { symbols.push_back(intern(word)); });
  const Symbol one = *std::ranges::min_element(symbols);
  for (auto& [hash, symbol] : symbols_)
    if (std::ranges::find(symbols, symbol) != symbols.end()) symbol = one;
}

void Lexicon::add_class(const FrameRow& row) {
  const auto mark = [&](Symbol symbol, Act word_class) {
    if (classes_.size() <= symbol) classes_.resize(symbol + std::size_t{1});
    classes_[symbol] |= std::uint32_t{1} << static_cast<int>(word_class);
  };
  if (row.act == Act::kUnreal)
    return each_piece(row.words, ' ', [&](std::string_view word) {
      const auto tokens = tokens_of(word);  // "i'd+have": the two together
      unreal_.insert(tokens.size() > 1 ? together(tokens.front().hash, tokens.back().hash) : tokens.front().hash);
    });
  each_piece(row.words, ' ', [&](std::string_view piece) {
    for (const Symbol symbol : intern_all(piece)) {
      mark(symbol, row.act);
      if (row.act == Act::kNoun) mark(symbol, Act::kFiller);
    }
  });
}

void Lexicon::add_patterns(const FrameRow& row) {
  each_piece(row.words, '|', [&](std::string_view text) { add_pattern(row, text); });
}

void Lexicon::add_pattern(const FrameRow& row, std::string_view text) {
  Pattern pattern{.act = row.act, .left = {}, .right = {}, .name = {}};
  pattern.name = std::string(row.language) + (row.language.empty() ? "" : ": ");
  for (const char c : text) pattern.name += c == '\n' ? std::string("\\n") : std::string(1, c);
  bool past_label = false;
  each_piece(text, ' ', [&](std::string_view piece) {
    if (piece == "@" || piece == "(@)") {
      past_label = true;
      pattern.wants_label = piece != "@";
      return;
    }
    auto& side = past_label ? pattern.right : pattern.left;
    if (piece == "~")
      side.push_back(kGap);
    else
      for (const Symbol symbol : intern_all(piece)) side.push_back(symbol);
  });
  const auto put = [&](Index& index, Symbol symbol) {
    if (index.size() <= symbol) index.resize(symbol + std::size_t{1});
    index[symbol].push_back(pattern);
  };
  if (row.act == Act::kDoubt || row.act == Act::kTakesBack) return put(cues_, pattern.left.front());
  if (row.act == Act::kElse || row.act == Act::kCase) return put(cases_, pattern.left.front());
  std::ranges::reverse(pattern.left);
  if (row.act == Act::kDenies || row.act == Act::kSupposes) return put(turning_, pattern.left.front());
  if (!pattern.left.empty()) return put(ending_, pattern.left.front());
  if (pattern.right.front() != kGap) return put(beginning_, pattern.right.front());
  pattern.right.erase(pattern.right.begin());
  put(reaching_, pattern.right.front());
}

}  // namespace brink::robust
