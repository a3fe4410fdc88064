#pragma once

#include <optional>
#include <string_view>

#include "brink/dataset/item.h"

namespace brink {

/// The number that a text is, in one spelling: "2,125" is 2125, "-0.50" -0.5, "$18" and "18." 18, "6/8" 6/8. A Unicode
/// minus counts as one. Nothing for other texts: words, units, several numbers, a fraction over zero.
std::optional<Decimal> parse_decimal(std::string_view text);

/// whole.fraction times 10^exponent, in the same spelling. @param whole, fraction  ASCII digits, not both empty.
Decimal make_decimal(bool negative, std::string_view whole, std::string_view fraction, int exponent = 0);

/// Whether two numbers have one value: "0.75" and "3/4" do. Exact, whatever their length.
bool same_number(const Decimal& a, const Decimal& b);

}  // namespace brink
