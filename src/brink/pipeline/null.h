#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "brink/compare/compare.h"
#include "brink/run/run.h"
#include "brink/study/study.h"

namespace brink {

struct NullOptions {
  int limit = 0;  // items per data set, the first of the study's; 0 = all
  int n_examples = 10;
};

/// What repeating a study alone changes.
struct NullOutcome {
  RunSummary summary;
  std::vector<Comparison> comparisons;  // a = the study, b = the repeat; token texts filled in
  int n_items_not_run = 0;              // left out: the study itself has not asked all their orders yet
  std::vector<std::string> warnings;
};

/// Asks the study's requests again as trial 1, into its store, and compares; resuming is repeating the call. Only what
/// the study has asked is repeated. Metrics and reports do not see trial 1. Throws Error(kStore) when there is no
/// store, and Error(kUsage) when nothing in it can be repeated.
NullOutcome null_study(const Study& study, const NullOptions& options, std::stop_token stop, const Watch& watch);

}  // namespace brink
