#pragma once

#include <cstdint>
#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// One observation: does y rise with x?
struct TrendPoint {
  std::int64_t item;
  double x;  // such as where a text was cut
  double y;  // such as 1 if the answer changed
};

struct ClusterTrend {
  int n = 0, n_items = 0;
  Estimate z, p;  // p two-sided; undefined: "no observation", "no variance"
};

/// Score test of a trend with the item as the cluster: z = sum U_i / sqrt(sum U_i^2),
///
///   U_i = sum_j (x_ij - x)(y_ij - y),   x and y the means of all observations
///
/// Between: as it stands, long or hard items included in what makes the trend. Within: x centred by item instead, so
/// that only an item's own observations are compared. Asymptotic in the items.
/// Source: Rao & Scott 1992, Liang & Zeger 1986 (score with the working independence); specification statistics.md 6.
ClusterTrend cluster_trend(std::span<const TrendPoint> points);
ClusterTrend cluster_trend_within(std::span<const TrendPoint> points);

}  // namespace brink::stats
