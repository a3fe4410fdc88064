#pragma once

#include <optional>
#include <span>

#include "brink/model/input.h"
#include "brink/model/site.h"

namespace brink::llama {

/// What one pass over the logits of a position gives.
struct Peak {
  Token best;        // argmax, the lowest id of equals
  double logsumexp;  // log sum_i exp(logit_i), nats, accumulated in double

  /// log p(id) over the whole vocabulary, nats.
  float logprob(std::span<const float> logits, Token id) const {
    return static_cast<float>(static_cast<double>(logits[static_cast<std::size_t>(id)]) - logsumexp);
  }
};

/// @param logits  raw, [n_vocab]; -inf (a token the model masks) is allowed.
/// @return nullopt when a logit is NaN or +inf, or all are -inf: there is no distribution.
std::optional<Peak> find_peak(std::span<const float> logits);

/// The read-out of a position: entropies in bits, the 100 most probable tokens (ties by id), those asked for.
/// @param peak   find_peak(logits).
/// @param asked  ids in 0..n_vocab-1.
ReadOut read_out(std::span<const float> logits, const Peak& peak, std::span<const Token> asked);

}  // namespace brink::llama
