#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/compare/pairing.h"
#include "brink/metrics/metric.h"
#include "brink/store/store.h"

namespace brink {

/// Where the two texts of a pair part.
struct Divergence {
  std::string item;            // id
  int variant = 0;             // of side a
  int n_chars = 0;             // code points that both begin with
  std::string text_a, text_b;  // what follows, cut short

  std::optional<int> n_tokens;                          // generated tokens that both begin with
  std::string why_no_tokens;                            // set where n_tokens is not: "prompts differ", ...
  std::optional<Token> token_a, token_b;                // the tokens there; none = generation had ended
  std::string token_text_a, token_text_b;               // empty where no vocabulary is at hand
  std::optional<float> logprob_a_nats, logprob_b_nats;  // of each in its own run
  /// In run a, log-probability of the first choice less that of the second, nats. Recorded before the first token only.
  Estimate margin_nats;
};

/// How far two runs said the same.
struct Agreement {
  /// equal_answers, equal_texts, first_divergence (quartiles of n_tokens over the pairs that part).
  std::vector<Result> results;
  std::vector<Divergence> examples;  // the first ones, by item and variant
};

/// @param store_a, store_b  what the pairing was observed from; may be one.
Agreement agreement(const Pairing& pairing, const Store& store_a, const Store& store_b, std::uint64_t seed,
                    int n_examples);

/// Where two completions with different texts part.
/// @param begun_alike  whether both were asked to go on from the same text, or from none
Divergence divergence(const Completion& a, const Completion& b, bool begun_alike = true);

}  // namespace brink
