#pragma once

#include <optional>
#include <span>
#include <vector>

#include "brink/backends/llama/logits.h"
#include "brink/base/rng.h"
#include "brink/model/request.h"

namespace brink::llama {

/// Chooses the tokens of one request. Its draws come from the request's own seed, one number a token, so that they
/// do not depend on what else is in the batch.
///
/// temperature 0: argmax, the lowest id of equals. Otherwise p_i ~ exp(logit_i / temperature) over the top_k highest
/// logits (0 = all), of these the fewest, most probable first, whose probability reaches top_p; ties by id.
class Sampler {
 public:
  explicit Sampler(const Request& request);

  /// @param logits  raw, [n_vocab], with find_peak(logits) a value.
  Token choose(std::span<const float> logits, const Peak& peak);

 private:
  double temperature_;
  double top_p_;
  std::size_t top_k_;  // 0 = off
  std::optional<SplitMix64> rng_;
  std::vector<Token> order_;  // scratch: ids, most probable first
};

}  // namespace brink::llama
