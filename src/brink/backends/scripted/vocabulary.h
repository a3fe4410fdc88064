#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/model/input.h"

/// The tokens of the scripted model: every byte is one, and the words its scripts use are one each, so that any text
/// is tokens and tokens give back exactly the text.
namespace brink::scripted {

inline constexpr Token kEndOfTurn = 256;

int n_vocab();

/// The longest known word at each place, else one byte.
std::vector<Token> tokenize(std::string_view text);

/// Bytes of a token in 0..n_vocab-1; "<|im_end|>" for kEndOfTurn.
std::string token_text(Token id);

/// Joined texts. Ids must be in 0..n_vocab-1.
std::string detokenize(std::span<const Token> ids);

}  // namespace brink::scripted
