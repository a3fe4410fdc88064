#pragma once

#include <optional>
#include <string_view>

#include "brink/dataset/item.h"

namespace brink {

/// The number that a text is, in one spelling: "2,125" is 2125, "-0.50" -0.5, "$18" and "18." 18, "6/8" 6/8. A Unicode
/// minus counts as one. Nothing for other texts: words, units, several numbers, a fraction over zero.
std::optional<Decimal> parse_decimal(std::string_view text);

}  // namespace brink
