#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include "brink/stats/auroc.h"

namespace brink::stats {
namespace {

/// Placements of one cluster less what the AUROC expects of them, per class.
struct Cluster {
  double excess[2] = {};
  int rows[2] = {};
};

/// Variance between clusters of a mean over `total` rows, from sums of n clusters.
double between(double sum_products, double n, double total, double other_total) {
  return n / (n - 1) * sum_products / (total * other_total);
}

}  // namespace

AurocError clustered_auroc(const std::vector<bool>& labels, std::span<const double> scores,
                           std::span<const std::int64_t> clusters, double level) {
  assert(labels.size() == clusters.size() && level > 0 && level < 1);
  AurocError out;
  const Auroc whole = auroc(labels, scores);
  if (!whole.value.value) {
    out.se = whole.value;
    return out;
  }
  const double a = *whole.value.value;
  const std::vector<double> placed = placements(labels, scores);
  std::map<std::int64_t, Cluster> sums;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    Cluster& own = sums[clusters[i]];
    own.excess[labels[i]] += placed[i] - a;
    ++own.rows[labels[i]];
  }
  double n_clusters[2] = {}, squares[2] = {}, cross = 0;
  for (const auto& [id, own] : sums) {
    for (const int label : {0, 1}) {
      n_clusters[label] += own.rows[label] > 0;
      squares[label] += own.excess[label] * own.excess[label];
    }
    cross += own.excess[0] * own.excess[1];
  }
  if (n_clusters[0] < 2 || n_clusters[1] < 2) {
    out.se = Estimate::undefined("fewer than 2 per class");
    return out;
  }
  const double m = static_cast<double>(whole.n_positive), n = static_cast<double>(whole.n_negative);
  const double variance = between(squares[1], n_clusters[1], m, m) + between(squares[0], n_clusters[0], n, n) +
                          2 * between(cross, static_cast<double>(sums.size()), m, n);
  if (variance <= 1e-24) {
    out.se = Estimate::undefined("degenerate");
    return out;
  }
  const double se = std::sqrt(variance), half = quantile(boost::math::normal(), 0.5 + level / 2) * se;
  out.se = Estimate::of(se);
  out.interval = Interval{std::max(0.0, a - half), std::min(1.0, a + half)};
  return out;
}

AurocError delong(const std::vector<bool>& labels, std::span<const double> scores, double level) {
  std::vector<std::int64_t> rows(labels.size());
  std::iota(rows.begin(), rows.end(), 0);
  return clustered_auroc(labels, scores, rows, level);
}

}  // namespace brink::stats
