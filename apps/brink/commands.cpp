#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kExport, kList, kReport, kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kReport, &kExport, &kList, &kVersion};
  return kAll;
}

}  // namespace brink::cli
