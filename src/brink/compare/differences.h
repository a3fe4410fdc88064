#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "brink/compare/pairing.h"
#include "brink/metrics/metric.h"

namespace brink {

/// One row of the table in differences.cpp: a number of both sides on what they share, and its difference.
struct DifferenceKind {
  std::string_view name, summary, unit;
};
std::span<const DifferenceKind> difference_kinds();

/// Every kind on the pairs: for each a Result of side "a", of side "b", and of "b - a" with its 95 % interval ("b / a"
/// of a ratio), all on the same items and orders. Only pairs with an answer on both sides count, status shares and
/// lengths apart. p, where there is a test, is of the difference being 0; without one `reason` says so. pbs_wilcoxon
/// has sides "a > b" and "b > a", each with `method` "normal" (the paper's) and "exact".
std::vector<Result> differences(const Pairing& pairing, std::uint64_t seed);

}  // namespace brink
