#pragma once

#include <cstddef>
#include <span>

#include "brink/extract/robust/lexer.h"

namespace brink::robust {

/// "Q: What is it?\nA: zinc": the A of a question and its answer is the word "answer", no label.
void mark_answer_turns(std::span<Token> tokens);

/// Where a line begins that asks another question ("Question: ...", "Q2: ...", "User: ..."), after the first line;
/// tokens.size() where none does. Models without an end of turn go on so once they have answered.
std::size_t next_question(std::span<const Token> tokens);

/// "the second option", "option 2": labels by their place, of an item that calls its options otherwise.
/// @param n  options of the item
void mark_ordinals(std::span<Token> tokens, std::string_view text, int n);

}  // namespace brink::robust
