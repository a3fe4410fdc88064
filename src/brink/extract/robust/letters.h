#pragma once

#include <optional>

namespace brink::robust {

/// A letter of any script or form that reads as a Latin one.
struct LatinLetter {
  char letter;     // 'A'..'Z'
  bool upper;      // as written
  bool enclosed;   // in a circle, a square or brackets: a label by its form
  bool lookalike;  // Cyrillic or Greek
};

/// ASCII, full-width, mathematical, circled and bracketed letters, and the Cyrillic and Greek capitals that look like
/// Latin ones.
std::optional<LatinLetter> latin_letter(char32_t c);

}  // namespace brink::robust
