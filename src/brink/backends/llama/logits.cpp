#include "brink/backends/llama/logits.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace brink::llama {
namespace {

using ArrayMap = Eigen::Map<const Eigen::ArrayXf>;

constexpr Eigen::Index kBlock = 256;   // exp in float by blocks, sums in double
constexpr float kNegligible = -80.0F;  // below it exp() adds nothing, and 0 * -inf must not appear
constexpr std::size_t kTop = 100;

ArrayMap as_array(std::span<const float> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

// Calls f(first, count) for consecutive blocks of n.
template <class F>
void for_blocks(Eigen::Index n, F f) {
  for (Eigen::Index i = 0; i < n; i += kBlock) f(i, std::min(kBlock, n - i));
}

struct Ranked {
  float logit;
  Token id;
  // A smaller id ranks higher among equals.
  bool operator>(const Ranked& o) const { return logit != o.logit ? logit > o.logit : id < o.id; }
};

std::vector<Ranked> highest(std::span<const float> logits, std::size_t n) {
  const auto better = [](const Ranked& a, const Ranked& b) { return a > b; };
  std::vector<Ranked> heap;  // its front is the worst kept
  heap.reserve(n);
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (heap.size() == n && !(logits[i] > heap.front().logit)) continue;
    if (heap.size() == n) {
      std::pop_heap(heap.begin(), heap.end(), better);
      heap.pop_back();
    }
    heap.push_back({logits[i], static_cast<Token>(i)});
    std::push_heap(heap.begin(), heap.end(), better);
  }
  std::sort_heap(heap.begin(), heap.end(), better);
  return heap;
}

}  // namespace

std::optional<Peak> find_peak(std::span<const float> logits) {
  const ArrayMap x = as_array(logits);
  const float top = x.maxCoeff<Eigen::PropagateNaN>();
  if (!std::isfinite(top)) return std::nullopt;
  double sum = 0;
  for_blocks(x.size(), [&](Eigen::Index i, Eigen::Index n) {
    sum += static_cast<double>((x.segment(i, n) - top).max(kNegligible).exp().sum());
  });
  const auto best = std::find(logits.begin(), logits.end(), top) - logits.begin();
  return Peak{static_cast<Token>(best), static_cast<double>(top) + std::log(sum)};
}

ReadOut read_out(std::span<const float> logits, const Peak& peak, std::span<const Token> asked) {
  const ArrayMap x = as_array(logits);
  const float top_logit = logits[static_cast<std::size_t>(peak.best)];
  double sum = 0;
  double weighted = 0;  // sum e^d * d, d = logit - max
  for_blocks(x.size(), [&](Eigen::Index i, Eigen::Index n) {
    const Eigen::Array<float, Eigen::Dynamic, 1, 0, kBlock, 1> d = (x.segment(i, n) - top_logit).max(kNegligible);
    const Eigen::Array<float, Eigen::Dynamic, 1, 0, kBlock, 1> e = d.exp();
    sum += static_cast<double>(e.sum());
    weighted += static_cast<double>((e * d).sum());
  });

  ReadOut out;
  out.logsumexp = peak.logsumexp;
  out.entropy_bits = std::max(0.0, std::log(sum) - weighted / sum) / std::numbers::ln2;

  double top_sum = 0;
  double top_weighted = 0;
  for (const Ranked& r : highest(logits, std::min(kTop, logits.size()))) {
    out.top.push_back({r.id, peak.logprob(logits, r.id)});
    const double d = std::max(kNegligible, r.logit - top_logit);
    top_sum += std::exp(d);
    top_weighted += std::exp(d) * d;
  }
  out.entropy_top100_bits = std::max(0.0, std::log(top_sum) - top_weighted / top_sum) / std::numbers::ln2;
  for (const Token id : asked) out.asked.push_back({id, peak.logprob(logits, id)});
  return out;
}

}  // namespace brink::llama
