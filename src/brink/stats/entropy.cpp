#include "brink/stats/entropy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace brink::stats {
namespace {

constexpr double kMasked = -std::numeric_limits<double>::infinity();

/// @param logits  at least one of them not masked.
double entropy_bits(std::span<const double> logits) {
  const double top = *std::max_element(logits.begin(), logits.end());
  double z = 0, sum = 0;
  for (const double logit : logits) {
    const double below = logit - top, weight = std::exp(below);
    z += weight;
    if (weight > 0) sum += weight * below;
  }
  return std::max(0.0, (std::log(z) - sum / z) / std::numbers::ln2);
}

double log_sum_exp(std::span<const double> logits) {
  const double top = *std::max_element(logits.begin(), logits.end());
  if (top == kMasked) return kMasked;
  double z = 0;
  for (const double logit : logits) z += std::exp(logit - top);
  return top + std::log(z);
}

int argmax_of(std::span<const double> values) {
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

TokenEntropy token_entropy(std::span<const double> logits) {
  TokenEntropy out;
  const auto any = [&](auto is) { return std::any_of(logits.begin(), logits.end(), is); };
  if (logits.empty()) {
    out.bits = Estimate::undefined("empty");
  } else if (any([](double l) { return std::isnan(l); })) {
    out.bits = Estimate::undefined("nan");
  } else if (any([](double l) { return l == -kMasked; })) {
    out.bits = Estimate::undefined("+inf");
  } else if (!any([](double l) { return l != kMasked; })) {
    out.bits = Estimate::undefined("all masked");
  } else {
    out.n_masked = static_cast<int>(std::count(logits.begin(), logits.end(), kMasked));
    out.bits = Estimate::of(entropy_bits(logits));
    out.max_bits = std::log2(static_cast<double>(logits.size()) - out.n_masked);
    out.argmax = argmax_of(logits);
  }
  return out;
}

Estimate top_entropy_bits(std::span<const double> logits, int k) {
  assert(k >= 1);
  const TokenEntropy whole = token_entropy(logits);
  if (!whole.bits.value) return whole.bits;
  std::vector<double> top(logits.begin(), logits.end());
  const auto end = top.begin() + std::min<std::ptrdiff_t>(k, std::ssize(top));
  std::partial_sort(top.begin(), end, top.end(), std::greater<>());
  return Estimate::of(entropy_bits({top.begin(), end}));
}

OptionEntropy option_entropy(std::span<const double> logits, std::span<const std::vector<int>> spellings) {
  assert(!spellings.empty());
  std::vector<double> options;
  for (const std::vector<int>& tokens : spellings) {
    std::vector<double> own;
    for (const int token : tokens) own.push_back(logits[static_cast<std::size_t>(token)]);
    options.push_back(log_sum_exp(own));
  }
  OptionEntropy out;
  const double all = log_sum_exp(options);
  if (all == kMasked) {
    out.bits = out.share_of_max = out.margin_nats = out.margin_p = Estimate::undefined("all options masked");
    return out;
  }
  out.mass = std::exp(all - log_sum_exp(logits));
  for (const double option : options) out.p.push_back(std::exp(option - all));
  out.bits = Estimate::of(entropy_bits(options));
  out.argmax = argmax_of(options);
  if (options.size() == 1) {
    out.share_of_max = out.margin_nats = out.margin_p = Estimate::undefined("one option");
    return out;
  }
  out.share_of_max = Estimate::of(*out.bits.value / std::log2(static_cast<double>(options.size())));
  std::partial_sort(options.begin(), options.begin() + 2, options.end(), std::greater<>());
  std::vector<double> p = out.p;
  std::partial_sort(p.begin(), p.begin() + 2, p.end(), std::greater<>());
  out.margin_p = Estimate::of(p[0] - p[1]);
  out.margin_nats =
      options[1] > kMasked ? Estimate::of(options[0] - options[1]) : Estimate::undefined("second is masked");
  out.tie = options[0] == options[1];
  return out;
}

}  // namespace brink::stats
