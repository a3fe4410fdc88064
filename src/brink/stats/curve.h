#pragma once

#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// What the model would answer if its text stopped here.
struct Checkpoint {
  int n_tokens;                                // of the text so far
  std::vector<double> p;                       // [m] probability of each slot, adding to 1
  std::optional<double> next_token_bits = {};  // entropy over the vocabulary right after the closing think tag
};

/// Forced answers along one text. The last checkpoint (T) is the last before the model states its answer itself.
struct Curve {
  std::vector<Checkpoint> at;  // by n_tokens, ascending
  int n_tokens = 0;            // of the whole text, >= at.back().n_tokens
};

/// The curve of a text of `n_tokens` from its read-outs in any order; of several at one place, in the order given.
Curve curve_of(std::vector<Checkpoint> read_outs, int n_tokens);

/// argmax of p; the first slot on a tie.
int chosen_slot(const Checkpoint& checkpoint);
/// Entropy of p in bits, in [0, log2 m].
double entropy_bits(std::span<const double> p);
/// log p of the first less log p of the second, in nats. Undefined: "second has no probability".
Estimate margin_nats(std::span<const double> p);

/// When a text's answer is settled, with a(t) the slot chosen at checkpoint t.
struct Commitment {
  int n_changes = 0;                  // checkpoints whose slot differs from that of the one before
  Estimate ccp;                       // forced CCP: least t with a(t') = a(T) for all t' >= t, tokens so far / n_tokens
  Estimate tokens_after_last_change;  // n_tokens less the tokens at that t
  Estimate area_over_curve;           // mean over the text of a(t) != a(T), by trapezoids: AOC of early answering
};

/// The first checkpoint from which on a(t) is a(T); the curve has one at least.
std::size_t settled_at(const Curve& curve);

/// @return undefined: "no checkpoint"; the area also "one checkpoint".
/// Source: "More Thinking, More Bias", eq. 2, taken literally; Lanham et al. 2023 (AOC); arXiv 2604.22266 (tokens after
/// the last change); specification position-bias.md 3.6.
Commitment commitment(const Curve& curve);

}  // namespace brink::stats
