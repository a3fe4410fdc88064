#include "vocabulary.h"

#include <array>
#include <cassert>

namespace brink::scripted {
namespace {

using namespace std::string_view_literals;

// Token kEndOfTurn + i. Letters of options are bytes: the token that decides an answer is the letter alone.
constexpr std::array kWords{"<|im_end|>"sv, "<|im_start|>"sv, "<think>"sv,    "</think>"sv,  "system"sv,  "user"sv,
                            "assistant"sv,  "The"sv,          " answer"sv,    " is"sv,       " ("sv,      ")."sv,
                            "\n\n"sv,       "Let"sv,          " me"sv,        " consider"sv, " each"sv,   " option"sv,
                            "Option "sv,    " looks"sv,       " plausible"sv, " I"sv,        " think"sv,  " the"sv,
                            "Wait"sv,       " check"sv,       " again"sv,     " fits"sv,     " better"sv, " so"sv,
                            " about"sv,     " it"sv,          " once"sv,      " more"sv,     ". "sv};

}  // namespace

int n_vocab() { return kEndOfTurn + static_cast<int>(kWords.size()); }

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> out;
  while (!text.empty()) {
    Token best = static_cast<unsigned char>(text.front());
    std::size_t length = 1;
    for (std::size_t i = 0; i < kWords.size(); ++i)
      if (kWords[i].size() > length && text.starts_with(kWords[i])) {
        best = kEndOfTurn + static_cast<Token>(i);
        length = kWords[i].size();
      }
    out.push_back(best);
    text.remove_prefix(length);
  }
  return out;
}

std::string token_text(Token id) {
  assert(id >= 0 && id < n_vocab());
  if (id < kEndOfTurn) return std::string(1, static_cast<char>(id));
  return std::string(kWords[static_cast<std::size_t>(id - kEndOfTurn)]);
}

std::string detokenize(std::span<const Token> ids) {
  std::string out;
  for (const Token id : ids) out += token_text(id);
  return out;
}

}  // namespace brink::scripted
