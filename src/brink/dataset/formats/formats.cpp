#include <array>

#include "brink/dataset/format.h"

namespace brink {

extern const DataFormat kAgieval, kAquaRat, kArc, kCmmlu, kCommonsenseQa, kCsv, kGpqa, kGsm8k, kJsonl, kJudgeBench,
    kMmlu, kMmluPro, kMtBench, kTruthfulQa;

// No two special formats claim one file; the generic ones, last, read what no other claims.
std::span<const DataFormat* const> data_formats() {
  static constexpr std::array kAll{&kMmlu,  &kMmluPro, &kArc,   &kCommonsenseQa, &kGpqa,       &kTruthfulQa, &kAquaRat,
                                   &kGsm8k, &kAgieval, &kCmmlu, &kMtBench,       &kJudgeBench, &kJsonl,      &kCsv};
  return kAll;
}

}  // namespace brink
