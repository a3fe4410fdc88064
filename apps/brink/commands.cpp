#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kRead;
extern const Command kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kRead, &kVersion};
  return kAll;
}

}  // namespace brink::cli
