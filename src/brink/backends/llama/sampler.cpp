#include "brink/backends/llama/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace brink::llama {
namespace {

constexpr std::ptrdiff_t kFirstSorted = 64;  // ids that reach top_p, as a rule

}  // namespace

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
  const auto higher = [&](Token a, Token b) {
    const float x = logits[static_cast<std::size_t>(a)];
    const float y = logits[static_cast<std::size_t>(b)];
    return x != y ? x > y : a < b;
  };
  std::ptrdiff_t n_sorted = 0;
  const auto sort_first = [&](std::ptrdiff_t n) {  // sorting a whole vocabulary would cost more than the model does
    const auto from = order_.begin() + n_sorted, to = order_.begin() + n;
    if (to != order_.end()) std::nth_element(from, to, order_.end(), higher);
    std::sort(from, to, higher);
    n_sorted = n;
  };
  if (top_k_ > 0) {
    sort_first(std::min(static_cast<std::ptrdiff_t>(top_k_), std::ssize(order_)));
    order_.resize(static_cast<std::size_t>(n_sorted));
  }

  double total = 0;
  for (const Token id : order_) total += weight(id);
  if (top_p_ < 1) {
    double reached = 0;
    std::ptrdiff_t n = 0;
    while (n < std::ssize(order_) && reached < top_p_ * total) {
      if (n == n_sorted) sort_first(std::min(std::max(kFirstSorted, 4 * n), std::ssize(order_)));
      reached += weight(order_[static_cast<std::size_t>(n++)]);
    }
    if (n_sorted == 0) sort_first(1);
    order_.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(n, 1)));
    total = std::max(reached, weight(order_.front()));
  }

  double left = rng_->uniform() * total;
  for (const Token id : order_)
    if ((left -= weight(id)) < 0) return id;
  return order_.front();  // rounding used up the draw
}

}  // namespace brink::llama
