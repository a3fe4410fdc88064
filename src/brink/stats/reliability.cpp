#include "brink/stats/reliability.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

constexpr double kRounding = 1e-12;  // a draw this little below the observed error is as far off

std::vector<int> bins_of(std::span<const double> confidence, int n_bins) {
  std::vector<int> out;
  for (const double c : confidence) out.push_back(std::clamp(static_cast<int>(c * n_bins), 0, n_bins - 1));
  return out;
}

/// sum_b |n_right,b - sum of confidence_b| / n
double error(const std::vector<int>& bins, const std::vector<bool>& right, std::span<const double> confidence,
             int n_bins) {
  std::vector<double> excess(static_cast<std::size_t>(n_bins));
  for (std::size_t i = 0; i < bins.size(); ++i)
    excess[static_cast<std::size_t>(bins[i])] += (right[i] ? 1 : 0) - confidence[i];
  double sum = 0;
  for (const double e : excess) sum += std::abs(e);
  return sum / static_cast<double>(bins.size());
}

}  // namespace

Reliability reliability(const std::vector<bool>& right, std::span<const double> confidence, int n_bins, int n_draws,
                        std::uint64_t seed) {
  assert(right.size() == confidence.size() && n_bins > 0 && n_draws > 0);
  Reliability out;
  if (right.empty()) {
    out.error = out.null_mean = out.p = Estimate::undefined("no observation");
    return out;
  }
  const std::vector<int> bins = bins_of(confidence, n_bins);
  for (int b = 0; b < n_bins; ++b) {
    ReliabilityBin bin{.number = b, .interval = {}};
    int n_right = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (bins[i] != b) continue;
      ++bin.n;
      n_right += right[i] ? 1 : 0;
      bin.mean_confidence += confidence[i];
    }
    if (bin.n == 0) continue;
    bin.mean_confidence /= bin.n;
    bin.right = static_cast<double>(n_right) / bin.n;
    bin.interval = wilson(n_right, bin.n);
    out.bins.push_back(bin);
  }
  const double observed = error(bins, right, confidence, n_bins);
  out.error = Estimate::of(observed);
  SplitMix64 rng(seed);
  std::vector<bool> drawn(right.size());
  double sum = 0;
  int n_as_far = 0;
  for (int draw = 0; draw < n_draws; ++draw) {
    for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] = rng.uniform() < confidence[i];
    const double e = error(bins, drawn, confidence, n_bins);
    sum += e;
    n_as_far += e >= observed - kRounding;
  }
  out.null_mean = Estimate::of(sum / n_draws);
  out.p = Estimate::of((n_as_far + 1.0) / (n_draws + 1.0));
  return out;
}

}  // namespace brink::stats
