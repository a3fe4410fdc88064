#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "brink/dataset/item.h"

namespace brink {

/// A number in a text.
struct NumberAt {
  std::size_t begin, end;  // bytes: sign, currency sign and digits
  Decimal value;
};

/// The number with its sign turned; 0 has none.
void negate(Decimal& value);

/// The numbers that golden/extract.py finds (numeric_tokens), by value: an optional sign and "$", digits with or
/// without correct thousands commas, a decimal part, an exponent of at most two digits; nothing of a word or "." on the
/// left. "3/4" is two numbers. Digits are ASCII's. @param text  valid UTF-8.
std::vector<NumberAt> paper_numbers(std::string_view text);

/// The numbers that a person sees: besides those, fractions ("3/4", "1 1/2", "½", "\frac{3}{4}"), powers of ten ("10²",
/// "3 x 10^8"), other scripts' digits, other currency signs, "1{,}000", and a minus before the currency sign. A percent
/// sign is left aside, a date or a time is several numbers.
std::vector<NumberAt> numbers_in(std::string_view text);

}  // namespace brink
