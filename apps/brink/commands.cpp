#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kRead;
extern const Command kReport;
extern const Command kExport;
extern const Command kList;
extern const Command kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kRead, &kReport, &kExport, &kList, &kVersion};
  return kAll;
}

}  // namespace brink::cli
