#pragma once

#include <string>
#include <vector>

#include "brink/model/backend.h"

namespace brink::llama {

/// What selftest() found.
struct SelftestReport {
  int n_compared = 0;                    // pairs of answers
  std::vector<std::string> differences;  // one sentence each; empty = the same bits every time
};

/// Whether the answers of an open back end are the same bits whatever the batching, on this machine with this model.
///
/// Asks a few prompts together, then one at a time in reverse order on warm caches, then prefix forks of them straight
/// after their parents and again later; compares token ids, log-probabilities and read-outs bit for bit. The kernels
/// that a model and a processor take decide this, so it is measured, not assumed. About 500 tokens are generated.
SelftestReport selftest(Backend& backend);

}  // namespace brink::llama
