#pragma once

#include <string_view>

namespace brink {

/// Order of names with numbers in them as people count: runs of digits by their value, the rest by bytes, equal values
/// by bytes too ("q2" < "q10"; "q01" < "q1").
bool natural_less(std::string_view a, std::string_view b);

}  // namespace brink
