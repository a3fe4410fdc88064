#include "brink/stats/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "brink/base/rng.h"
#include "brink/stats/finite.h"
#include "brink/stats/quantile.h"
#include "brink/stats/wide.h"

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
  std::vector<double> values = replicates;
  const auto percentile = [&](double q) {
    sort_for_quantile(values, q);
    return quantile_sorted(values, q);
  };
  out.low = percentile((1 - level) / 2);
  out.high = percentile(1 - (1 - level) / 2);
  out.replicates = std::move(replicates);
  return out;
}

// Sixteen sums at once: an addition need not wait for the one before, and vectors of any width give the same bits.
[[gnu::always_inline]] inline double add_up(std::span<const double> values, std::span<const std::uint8_t> times) {
  constexpr std::size_t kLanes = 16;
  double sums[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) sums[k] += values[i + k] * times[i + k];
  for (std::size_t k = 0; i < values.size(); ++i, ++k) sums[k] += values[i] * times[i];
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}
double plain_sum(std::span<const double> values, std::span<const std::uint8_t> times) { return add_up(values, times); }
BRINK_WIDE double wide_sum(std::span<const double> values, std::span<const std::uint8_t> times) {
  return add_up(values, times);
}

/// Sum of a column over a resample.
double sum_of(std::span<const double> values, std::span<const std::uint8_t> times) {
  return (is_wide() ? wide_sum : plain_sum)(values, times);
}

/// What a resampled mean is of, about the mean of the first cluster: equal values then have equal replicates, whatever
/// is drawn, and not ones that differ by their rounding.
struct Columns {
  double about;
  std::vector<double> deviations, counts;
  bool equal;  // counts

  explicit Columns(std::span<const ClusterSum> units) : about(units.front().sum / units.front().n) {
    for (const ClusterSum& unit : units) {
      deviations.push_back(unit.sum - about * unit.n);
      counts.push_back(unit.n);
    }
    equal = std::adjacent_find(counts.begin(), counts.end(), std::not_equal_to<>()) == counts.end();
  }
  double mean(std::span<const std::uint8_t> times) const {
    const double n = equal ? counts.front() * static_cast<double>(counts.size()) : sum_of(counts, times);
    return about + sum_of(deviations, times) / n;
  }
};

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

Bootstrap bootstrap_mean(std::span<const ClusterSum> units, int n_boot, std::uint64_t seed, double level,
                         Resamples* kept) {
  const Columns columns(units);
  const std::size_t n = units.size();
  std::vector<double> replicates;
  replicates.reserve(static_cast<std::size_t>(n_boot));
  const auto known = kept ? kept->of(n, n_boot, seed) : nullptr;
  for (std::size_t at = 0; known && at < known->size(); at += n)
    replicates.push_back(columns.mean(std::span(*known).subspan(at, n)));
  SplitMix64 rng(seed);
  std::vector<std::uint8_t> times(n);
  std::vector<std::int32_t> drawn(n);
  while (std::ssize(replicates) < n_boot) {
    draw_resample(rng, times, drawn);
    replicates.push_back(columns.mean(times));
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
