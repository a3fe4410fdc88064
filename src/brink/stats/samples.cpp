#include "brink/stats/samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace brink::stats {
namespace {

/// Values and how often each occurs, in order of first appearance.
std::vector<std::pair<int, int>> counts_of(std::span<const std::optional<int>> values) {
  std::vector<std::pair<int, int>> counts;
  for (const std::optional<int>& value : values) {
    if (!value) continue;
    const auto at = std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == *value; });
    if (at == counts.end()) {
      counts.emplace_back(*value, 1);
    } else {
      ++at->second;
    }
  }
  return counts;
}

}  // namespace

SemanticEntropy semantic_entropy(std::span<const std::optional<int>> clusters) {
  SemanticEntropy out;
  const auto counts = counts_of(clusters);
  out.n_clusters = static_cast<int>(counts.size());
  int largest = 0;
  for (const auto& [cluster, count] : counts) {
    out.n += count;
    largest = std::max(largest, count);
  }
  out.n_invalid = static_cast<int>(clusters.size()) - out.n;
  if (out.n == 0) {
    out.nats = out.bits = out.share_of_max = out.p_top = Estimate::undefined("no valid sample");
    return out;
  }
  double nats = 0;
  for (const auto& [cluster, count] : counts) {
    const double p = static_cast<double>(count) / out.n;
    nats -= p * std::log(p);
  }
  nats = std::max(0.0, nats);
  out.nats = Estimate::of(nats);
  out.bits = Estimate::of(nats / std::numbers::ln2);
  out.share_of_max = out.n > 1 ? Estimate::of(nats / std::log(out.n)) : Estimate::undefined("one sample");
  out.p_top = Estimate::of(static_cast<double>(largest) / out.n);
  return out;
}

SelfConsistency self_consistency(std::span<const std::optional<int>> answers) {
  SelfConsistency out;
  out.n = static_cast<int>(answers.size());
  int second = 0;
  for (const auto& [answer, count] : counts_of(answers)) {
    out.n_valid += count;
    if (count > out.count) {
      second = std::exchange(out.count, count);
      out.majority = answer;
    } else {
      second = std::max(second, count);
    }
  }
  out.agreement_of_all =
      out.n > 0 ? Estimate::of(static_cast<double>(out.count) / out.n) : Estimate::undefined("no answer");
  if (out.n_valid == 0) {
    out.agreement = out.margin = Estimate::undefined("no valid answer");
    return out;
  }
  out.agreement = Estimate::of(static_cast<double>(out.count) / out.n_valid);
  out.margin = Estimate::of(static_cast<double>(out.count - second) / out.n_valid);
  out.tie = second == out.count;
  return out;
}

}  // namespace brink::stats
