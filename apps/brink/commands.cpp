#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kStat;
extern const Command kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kStat, &kVersion};
  return kAll;
}

}  // namespace brink::cli
