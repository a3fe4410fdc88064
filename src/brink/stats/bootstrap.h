#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/resamples.h"

namespace brink::stats {

/// Records of one cluster: all that a resampled mean needs of it.
struct ClusterSum {
  double sum = 0;
  int n = 0;
};

/// Percentile bootstrap of a mean.
struct Bootstrap {
  double estimate = 0;             // mean over all records
  int n = 0, n_units = 0;          // records, clusters
  Estimate se;                     // ddof 1 over the replicates; undefined: "one replicate", "not finite"
  double low = 0, high = 0;        // type-7 percentiles
  std::vector<double> replicates;  // [n_boot], in the order drawn
};

/// Sums per cluster, clusters in order of first appearance.
/// @param clusters  cluster number of each value, any integers; parallel to values.
std::vector<ClusterSum> cluster_sums(std::span<const double> values, std::span<const std::int64_t> clusters);

/// One replicate draws as many clusters as there are, with replacement, one SplitMix64::below() each, and takes the
/// mean over all their records (ratio estimator: a cluster with more records weighs more).
///
/// @param units   at least one, each with n >= 1.
/// @param n_boot  at least 1.
/// @param level   of the interval, in (0, 1).
/// @param kept    draws made before, and where these are kept; nullptr: nowhere. Changes no bit.
/// Source: specification decisions.md 19. Oracle: golden `bootstrap`, draw for draw.
Bootstrap bootstrap_mean(std::span<const ClusterSum> units, int n_boot, std::uint64_t seed, double level = 0.95,
                         Resamples* kept = nullptr);

/// The same with the resamples given: per replicate the units drawn, by index.
Bootstrap bootstrap_mean(std::span<const ClusterSum> units, std::span<const std::vector<std::size_t>> resamples,
                         double level = 0.95);

}  // namespace brink::stats
