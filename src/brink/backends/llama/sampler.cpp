#include "brink/backends/llama/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace brink::llama {

Sampler::Sampler(const Request& request)
    : temperature_(request.decoding.temperature),
      top_p_(request.decoding.top_p),
      top_k_(static_cast<std::size_t>(std::max(0, request.decoding.top_k))) {
  if (const auto seed = request.seed()) rng_.emplace(*seed);
}

Token Sampler::choose(std::span<const float> logits, const Peak& peak) {
  if (!rng_) return peak.best;
  const double top = logits[static_cast<std::size_t>(peak.best)];
  const auto weight = [&](Token id) {
    return std::exp((static_cast<double>(logits[static_cast<std::size_t>(id)]) - top) / temperature_);
  };

  order_.resize(logits.size());
  std::iota(order_.begin(), order_.end(), Token{0});
  if (top_k_ > 0 || top_p_ < 1) {
    const auto higher = [&](Token a, Token b) {
      const float x = logits[static_cast<std::size_t>(a)];
      const float y = logits[static_cast<std::size_t>(b)];
      return x != y ? x > y : a < b;
    };
    if (top_k_ > 0 && top_k_ < order_.size()) {
      std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(top_k_), order_.end(), higher);
      order_.resize(top_k_);
    }
    std::sort(order_.begin(), order_.end(), higher);
  }

  double total = 0;
  for (const Token id : order_) total += weight(id);
  if (top_p_ < 1) {
    double reached = 0;
    std::size_t n = 0;
    while (n < order_.size() && reached < top_p_ * total) reached += weight(order_[n++]);
    order_.resize(std::max<std::size_t>(n, 1));
    total = std::max(reached, weight(order_.front()));
  }

  double left = rng_->uniform() * total;
  for (const Token id : order_)
    if ((left -= weight(id)) < 0) return id;
  return order_.front();  // rounding used up the draw
}

}  // namespace brink::llama
