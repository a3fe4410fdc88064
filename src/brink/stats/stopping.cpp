#include "brink/stats/stopping.h"

#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

constexpr double kEatWeight = 0.2;

/// Variance of a series about its mean, both exponentially weighted and without the bias of starting at 0.
class MovingVariance {
 public:
  void add(double h) {
    started_ = (1 - kEatWeight) * started_ + kEatWeight;
    mean_ = (1 - kEatWeight) * mean_ + kEatWeight * h;
    const double d = h - mean_ / started_;
    variance_ = (1 - kEatWeight) * variance_ + kEatWeight * d * d;
    ++n_;
  }
  bool below(double threshold) const { return n_ > 1 && variance_ / started_ < threshold; }

 private:
  int n_ = 0;
  double started_ = 0, mean_ = 0, variance_ = 0;
};

std::optional<std::size_t> within_budget(const Curve& curve, double budget) {
  if (curve.n_tokens <= budget) return std::nullopt;
  std::size_t at = 0;
  while (at + 1 < curve.at.size() && curve.at[at + 1].n_tokens <= budget) ++at;
  return at;
}

/// The checkpoint at which the rule holds first.
std::optional<std::size_t> checkpoint(const Curve& curve, const Policy& policy) {
  if (policy.rule == StopRule::kBudget) return within_budget(curve, policy.threshold);
  int n_equal = 0;
  MovingVariance variance;
  for (std::size_t i = 0; i < curve.at.size(); ++i) {
    n_equal = i > 0 && chosen_slot(curve.at[i]) == chosen_slot(curve.at[i - 1]) ? n_equal + 1 : 1;
    if (policy.rule == StopRule::kEqual && n_equal >= policy.threshold) return i;
    if (policy.rule == StopRule::kMargin) {
      const Estimate margin = margin_nats(curve.at[i].p);
      if (!margin.value || *margin.value >= policy.threshold) return i;  // no second: beyond every margin
    }
    if (policy.rule == StopRule::kEat && curve.at[i].next_token_bits) {
      variance.add(*curve.at[i].next_token_bits);
      if (variance.below(policy.threshold)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

Stop stop(const Curve& curve, const Policy& policy) {
  assert(!curve.at.empty());
  const auto at = checkpoint(curve, policy);
  if (!at) return {chosen_slot(curve.at.back()), curve.n_tokens, false};
  return {chosen_slot(curve.at[*at]), curve.at[*at].n_tokens, true};
}

Replay replay(std::span<const MarkedCurve> texts, const Policy& policy) {
  Replay out;
  out.n = static_cast<int>(texts.size());
  double right = 0, right_in_full = 0, tokens = 0, all_tokens = 0;
  for (const MarkedCurve& text : texts) {
    const Stop stopped = stop(text.curve, policy);
    out.n_early += stopped.early;
    right += stopped.slot == text.gold;
    right_in_full += chosen_slot(text.curve.at.back()) == text.gold;
    tokens += stopped.n_tokens;
    all_tokens += text.curve.n_tokens;
  }
  const auto per_text = [&](double sum) {
    return out.n > 0 ? Estimate::of(sum / out.n) : Estimate::undefined("no text");
  };
  out.accuracy = per_text(right);
  out.accuracy_in_full = per_text(right_in_full);
  out.tokens = per_text(tokens);
  out.tokens_saved = all_tokens > 0 ? Estimate::of(1 - tokens / all_tokens) : Estimate::undefined("no text");
  return out;
}

std::optional<Policy> tune(std::span<const MarkedCurve> texts, std::span<const Policy> candidates, double loss) {
  std::optional<Policy> best;
  double best_saved = 0;
  for (const Policy& policy : candidates) {
    const Replay replayed = replay(texts, policy);
    if (!replayed.accuracy.value || !replayed.tokens_saved.value) continue;
    if (*replayed.accuracy.value < *replayed.accuracy_in_full.value - loss - 1e-12) continue;
    if (best && *replayed.tokens_saved.value <= best_saved) continue;
    best = policy;
    best_saved = *replayed.tokens_saved.value;
  }
  return best;
}

}  // namespace brink::stats
