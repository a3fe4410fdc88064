#include "brink/stats/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_map>

#include "brink/base/rng.h"
#include "brink/stats/finite.h"
#include "brink/stats/quantile.h"

namespace brink::stats {
namespace {

Bootstrap summarize(std::span<const ClusterSum> units, std::vector<double> replicates, double level) {
  assert(!units.empty() && !replicates.empty() && level > 0 && level < 1);
  Bootstrap out;
  double sum = 0;
  for (const ClusterSum& unit : units) {
    sum += unit.sum;
    out.n += unit.n;
  }
  out.n_units = static_cast<int>(units.size());
  out.estimate = sum / out.n;
  const double n = static_cast<double>(replicates.size());
  if (n > 1) {
    // About the first replicate, so that equal replicates have a standard error of 0 and not of their rounding.
    double shift = 0, squares = 0;
    for (const double r : replicates) shift += (r - replicates[0]) / n;
    for (const double r : replicates) squares += std::pow(r - replicates[0] - shift, 2);
    out.se = finite(std::sqrt(squares / (n - 1)));
  } else {
    out.se = Estimate::undefined("one replicate");
  }
  std::vector<double> sorted = replicates;
  std::sort(sorted.begin(), sorted.end());
  out.low = quantile_sorted(sorted, (1 - level) / 2);
  out.high = quantile_sorted(sorted, 1 - (1 - level) / 2);
  out.replicates = std::move(replicates);
  return out;
}

}  // namespace

std::vector<ClusterSum> cluster_sums(std::span<const double> values, std::span<const std::int64_t> clusters) {
  assert(values.size() == clusters.size());
  std::unordered_map<std::int64_t, std::size_t> index;
  std::vector<ClusterSum> units;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [at, added] = index.try_emplace(clusters[i], units.size());
    if (added) units.emplace_back();
    units[at->second].sum += values[i];
    ++units[at->second].n;
  }
  return units;
}

Bootstrap bootstrap_mean(std::span<const ClusterSum> units, int n_boot, std::uint64_t seed, double level) {
  SplitMix64 rng(seed);
  std::vector<double> replicates;
  replicates.reserve(static_cast<std::size_t>(n_boot));
  for (int b = 0; b < n_boot; ++b) {
    double sum = 0;
    std::int64_t n = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const ClusterSum& unit = units[rng.below(units.size())];
      sum += unit.sum;
      n += unit.n;
    }
    replicates.push_back(sum / static_cast<double>(n));
  }
  return summarize(units, std::move(replicates), level);
}

Bootstrap bootstrap_mean(std::span<const ClusterSum> units, std::span<const std::vector<std::size_t>> resamples,
                         double level) {
  std::vector<double> replicates;
  for (const std::vector<std::size_t>& drawn : resamples) {
    assert(!drawn.empty());
    double sum = 0;
    std::int64_t n = 0;
    for (const std::size_t i : drawn) {
      sum += units[i].sum;
      n += units[i].n;
    }
    replicates.push_back(sum / static_cast<double>(n));
  }
  return summarize(units, std::move(replicates), level);
}

}  // namespace brink::stats
