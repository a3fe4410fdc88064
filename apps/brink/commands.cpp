#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kRead;
extern const Command kShow;
extern const Command kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kRead, &kShow, &kVersion};
  return kAll;
}

}  // namespace brink::cli
