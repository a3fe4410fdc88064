#pragma once

#include <span>
#include <string>

namespace brink::cli {

/// Shares, 0 to 1, as one character each: blocks of eighths, or where the output takes ASCII only the first digit
/// behind the point (1 is 9).
std::string sparkline(std::span<const double> shares, bool unicode);

}  // namespace brink::cli
