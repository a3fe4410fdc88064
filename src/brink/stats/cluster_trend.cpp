#include "brink/stats/cluster_trend.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>

namespace brink::stats {
namespace {

struct Sums {
  double x = 0, score = 0;
  int n = 0;
};

ClusterTrend trend(std::span<const TrendPoint> points, bool within) {
  ClusterTrend out;
  out.n = static_cast<int>(points.size());
  std::map<std::int64_t, Sums> items;
  double x = 0, y = 0, spread = 0;
  for (const TrendPoint& point : points) {
    Sums& item = items[point.item];
    item.x += point.x;
    ++item.n;
    x += point.x / out.n;
    y += point.y / out.n;
    spread += std::abs(point.x * point.y);
  }
  out.n_items = static_cast<int>(items.size());
  if (points.empty()) {
    out.z = out.p = Estimate::undefined("no observation");
    return out;
  }
  for (const TrendPoint& point : points) {
    Sums& item = items[point.item];
    item.score += (point.x - (within ? item.x / item.n : x)) * (point.y - y);
  }
  double sum = 0, squares = 0;
  for (const auto& [number, item] : items) {
    sum += item.score;
    squares += item.score * item.score;
  }
  if (std::sqrt(squares) <= 1e-12 * spread || squares == 0) {
    out.z = out.p = Estimate::undefined("no variance");
    return out;
  }
  const double z = sum / std::sqrt(squares);
  out.z = Estimate::of(z);
  out.p = Estimate::of(2 * cdf(complement(boost::math::normal(), std::abs(z))));
  return out;
}

}  // namespace

ClusterTrend cluster_trend(std::span<const TrendPoint> points) { return trend(points, false); }
ClusterTrend cluster_trend_within(std::span<const TrendPoint> points) { return trend(points, true); }

}  // namespace brink::stats
