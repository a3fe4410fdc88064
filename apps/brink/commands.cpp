#include <array>

#include "command.h"

namespace brink::cli {

extern const Command kImport;
extern const Command kInit;
extern const Command kCheck;
extern const Command kRun;
extern const Command kNull;
extern const Command kDiff;
extern const Command kCompare;
extern const Command kMerge;
extern const Command kRead;
extern const Command kShow;
extern const Command kStat;
extern const Command kExport;
extern const Command kReport;
extern const Command kAssert;
extern const Command kList;
#ifdef BRINK_HAVE_LLAMA
extern const Command kBench;
extern const Command kSelftest;
#endif
extern const Command kVersion;

std::span<const Command* const> commands() {
  static constexpr std::array kAll{&kInit,   &kCheck,    &kRun,  &kImport, &kNull,   &kDiff,   &kCompare, &kMerge,
                                   &kRead,   &kShow,     &kStat, &kExport, &kReport, &kAssert, &kList,
#ifdef BRINK_HAVE_LLAMA
                                   &kBench,  &kSelftest,
#endif
                                   &kVersion};
  return kAll;
}

}  // namespace brink::cli
