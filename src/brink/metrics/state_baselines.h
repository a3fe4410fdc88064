#pragma once

#include <string>
#include <vector>

#include "brink/metrics/state_table.h"

namespace brink {

/// What can be said of the same rows without a hidden state, put through the same protocol.
struct Baseline {
  std::string name;           // "prompt_length", "entropy", "margin"
  Estimate validation, test;  // AUROC; undefined: "not known of every answer", "constant", as fit_probe()
  stats::ScoredRows scored;   // the test rows
};

/// Prompt length in tokens, entropy of the first token (H_int), and the margin of the two most probable options behind
/// the commit suffix with no token of the answer kept; a unit of several answers has their mean.
std::vector<Baseline> state_baselines(const StateTable& table, const StateQuestion& question, const MetricInput& input);

}  // namespace brink
