#include "distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/base/sha256.h"
#include "vocabulary.h"

namespace brink::scripted {
namespace {

// Entropy in bits of log-probabilities that are renormalised to sum to one.
double entropy_bits(std::span<const double> logprobs) {
  double mass = 0;
  double weighted = 0;
  for (const double lp : logprobs) {
    mass += std::exp(lp);
    weighted += std::exp(lp) * lp;
  }
  return (std::log(mass) - weighted / mass) / std::numbers::ln2;
}

}  // namespace

void Position::read(Token id) {
  state_ = SplitMix64(state_ ^ (static_cast<std::uint64_t>(id) + 1) * 0x9E3779B97F4A7C15ULL).next();
}

Distribution::Distribution(const Position& at, Token next) : logits_(static_cast<std::size_t>(n_vocab())) {
  SplitMix64 noise(at.state());
  double sum = 0;
  for (std::size_t i = 0; i < logits_.size(); ++i) {
    logits_[i] = noise.uniform() + (i == static_cast<std::size_t>(next) ? 8.0 : 0.0);
    sum += std::exp(logits_[i]);
  }
  logsumexp_ = std::log(sum);
}

float Distribution::logprob_nats(Token id) const {
  return static_cast<float>(logits_[static_cast<std::size_t>(id)] - logsumexp_);
}

ReadOut Distribution::read_out(std::span<const Token> asked) const {
  std::vector<Token> order(logits_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Token a, Token b) {
    return logits_[static_cast<std::size_t>(a)] > logits_[static_cast<std::size_t>(b)];
  });
  std::vector<double> logprobs;
  for (const Token id : order) logprobs.push_back(logits_[static_cast<std::size_t>(id)] - logsumexp_);

  ReadOut out;
  out.logsumexp = logsumexp_;
  out.entropy_bits = entropy_bits(logprobs);
  const std::size_t n_top = std::min<std::size_t>(100, order.size());
  out.entropy_top100_bits = entropy_bits(std::span(logprobs).first(n_top));
  for (std::size_t i = 0; i < n_top; ++i) out.top.push_back({order[i], logprob_nats(order[i])});
  for (const Token id : asked) out.asked.push_back({id, logprob_nats(id)});
  return out;
}

std::vector<float> state_at(const Position& at, const Site& site, int d_model, int slot) {
  SplitMix64 numbers(at.state() ^ sha256(site_name({site.what, site.layer})).head());
  std::vector<float> out;
  for (int i = 0; i < d_model; ++i) out.push_back(static_cast<float>(2 * numbers.uniform() - 1));
  if (site.what == Site::Point::kFinal || site.layer > 0) out[static_cast<std::size_t>(slot % d_model)] += 2;
  return out;
}

}  // namespace brink::scripted
