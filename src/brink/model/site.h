#pragma once

#include <compare>
#include <string>
#include <vector>

#include "brink/model/input.h"

namespace brink {

/// Where in the forward pass a state is read, always at the request's last input position (foundation 4).
struct Site {
  enum class Point { kResidPost, kFinal };
  enum class Pool { kLast, kMeanInput };

  Point what = Point::kResidPost;
  int layer = 0;  // 0 = embeddings, l = output of block l in 1..n_layers; ignored for kFinal (normed last state)
  Pool pool = Pool::kLast;

  auto operator<=>(const Site&) const = default;
};

/// "resid_post:12", "final", "resid_post:12:mean_input".
std::string site_name(const Site& site);

/// How a store keeps the numbers of a state; in memory they are float32 either way.
enum class StateType { kFloat32, kFloat16 };

/// A state: vector of length d_model, read at `site`.
struct State {
  Site site;
  std::vector<float> x;  // [d_model]
  StateType type = StateType::kFloat32;
};

struct TokenLogprob {
  Token id;
  float logprob_nats;
  bool operator==(const TokenLogprob&) const = default;
};

/// The next-token distribution at a request's boundary, kept so that option spellings, mass and margin can be re-read
/// offline for ever. Log-probabilities are over the whole vocabulary, accumulated in double.
struct ReadOut {
  double entropy_bits = 0;          // whole vocabulary
  double entropy_top100_bits = 0;   // renormalised top 100 (the second seed's published code)
  double logsumexp = 0;             // of the raw logits, nats
  std::vector<TokenLogprob> top;    // the 100 most probable, most probable first, ties by id
  std::vector<TokenLogprob> asked;  // Request::asked, in its order
};

}  // namespace brink
