#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"
#include "brink/stats/curve.h"

namespace brink::stats {

/// When to stop a text, decided from its checkpoints so far.
enum class StopRule {
  kEqual,   // the threshold-th equal slot in a row (arXiv 2506.02536)
  kMargin,  // the margin reaches the threshold, in nats
  kEat,     // the moving variance of next_token_bits falls below the threshold, in bits^2 (EAT, arXiv 2509.26522)
  kBudget,  // the last checkpoint of at most threshold tokens; the first if there is none
};

struct Policy {
  StopRule rule;
  double threshold;
};

/// What a policy makes of a text.
struct Stop {
  int slot;      // answered
  int n_tokens;  // generated until then
  bool early;    // false: the rule never held, and the text ran to its end
};

/// Replays a policy on recorded checkpoints: nothing is generated.
///
/// EAT: M_n = (1 - a) M_{n-1} + a H_n and V_n = (1 - a) V_{n-1} + a (H_n - M_n)^2 from M_0 = V_0 = 0, a = .2, either
/// divided by 1 - (1 - a)^n where it is used; it can stop from the second checkpoint on. A checkpoint without
/// next_token_bits is passed over.
/// @param curve  at least one checkpoint.
Stop stop(const Curve& curve, const Policy& policy);

/// A text that can be marked.
struct MarkedCurve {
  Curve curve;
  int gold;  // slot of the right option
};

struct Replay {
  int n = 0, n_early = 0;
  Estimate accuracy, accuracy_in_full;  // stopped; at T. Undefined: "no text"
  Estimate tokens;                      // mean, stopped
  Estimate tokens_saved;                // share of all tokens
};
Replay replay(std::span<const MarkedCurve> texts, const Policy& policy);

/// The candidate that saves most tokens on these texts with at most `loss` of the accuracy in full lost; nothing where
/// there is none. Report it on other items.
std::optional<Policy> tune(std::span<const MarkedCurve> texts, std::span<const Policy> candidates, double loss);

}  // namespace brink::stats
