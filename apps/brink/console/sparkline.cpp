#include "sparkline.h"

#include <algorithm>
#include <array>

namespace brink::cli {
namespace {

constexpr std::array kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array kDigits{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

std::string text(std::span<const double> shares, std::span<const char* const> levels) {
  const int n = static_cast<int>(levels.size());
  std::string out;
  for (const double share : shares)
    out += levels[static_cast<std::size_t>(std::clamp(static_cast<int>(share * n), 0, n - 1))];
  return out;
}

}  // namespace

std::string sparkline(std::span<const double> shares, bool unicode) {
  return unicode ? text(shares, kBlocks) : text(shares, kDigits);
}

}  // namespace brink::cli
