#pragma once

#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Uncertainty of the next token.
struct TokenEntropy {
  Estimate bits;        // H; undefined: "empty", "nan", "+inf", "all masked"; the rest is then 0
  double max_bits = 0;  // log2 of the tokens that are not masked
  int argmax = 0;       // the lowest of equal ones
  int n_masked = 0;     // logits of -inf
};

/// H = log Z - sum_v p_v (l_v - max l),   p = softmax(l),   in bits, accumulated in double.
///
/// A logit of -inf has probability 0 and adds nothing. One token that is not masked gives exactly 0.
/// @param logits  [n_vocab], nats.
/// @return bits in [0, max_bits].
/// Source: Intention Collapse, equation 2; specification decisions.md 22. Oracle: golden `entropy`.
TokenEntropy token_entropy(std::span<const double> logits);

/// H of the k largest logits alone, renormalised: what the paper's released code computes (k = 100), not its
/// definition.
/// @param k  >= 1; no more than are not masked count.
Estimate top_entropy_bits(std::span<const double> logits, int k);

/// The next token read as one of K options, each spelled by one or more tokens (" A", "A").
struct OptionEntropy {
  std::vector<double> p;  // [K], renormalised over the options; empty when bits is undefined
  double mass = 0;        // their probability in the whole vocabulary, "coverage"
  Estimate bits;          // entropy of p; undefined: "all options masked"
  Estimate share_of_max;  // bits / log2 K; also undefined: "one option"
  Estimate margin_nats;   // log-probability of the first less that of the second; also: "second is masked"
  Estimate margin_p;      // the same difference of probabilities
  int argmax = 0;         // the lowest of equal ones
  bool tie = false;       // of the two largest
};

/// @param logits    as token_entropy, with a defined entropy.
/// @param spellings  [K]: token ids of each option, at least one, none of them twice. K >= 1.
/// Source: specification decisions.md 23. Oracle: golden `entropy`, `options`.
OptionEntropy option_entropy(std::span<const double> logits, std::span<const std::vector<int>> spellings);

}  // namespace brink::stats
