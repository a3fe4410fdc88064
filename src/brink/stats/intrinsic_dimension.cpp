#include "brink/stats/intrinsic_dimension.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "brink/stats/finite.h"
#include "brink/stats/neighbours.h"

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// Each different row once.
struct Distinct {
  MatrixXd rows;
  int n = 0, n_duplicates = 0;
};

Distinct distinct(const Eigen::Ref<const MatrixXd>& rows) {
  const std::vector<int> kept = distinct_rows(rows);
  const int n = static_cast<int>(kept.size());
  return {rows(kept, Eigen::all), n, static_cast<int>(rows.rows()) - n};
}

TwoNn no_ratios(int n, int n_kept, const char* why) {
  TwoNn out;
  out.n = n;
  out.n_kept = n_kept;
  out.dimension = out.mle = out.unbiased = out.censored = Estimate::undefined(why);
  return out;
}

/// Mean over k, when every k has a value; the reason of the first that has none.
Estimate mean_over_k(const std::vector<LevinaBickel::AtK>& by_k, Estimate LevinaBickel::AtK::*kind) {
  double sum = 0;
  for (const LevinaBickel::AtK& at : by_k) {
    if (!(at.*kind).value) return at.*kind;
    sum += *(at.*kind).value;
  }
  return Estimate::of(sum / static_cast<double>(by_k.size()));
}

/// @param nearest  distances to at least 2 neighbours, a column per row.
std::vector<double> ratios_of(const MatrixXd& nearest) {
  std::vector<double> ratios;
  for (Index i = 0; i < nearest.cols(); ++i) {
    const double ratio = nearest(1, i) / nearest(0, i);
    if (std::isfinite(ratio)) ratios.push_back(ratio);
  }
  return ratios;
}

LevinaBickel none_of_k(int n, int n_duplicates) {
  LevinaBickel out;
  out.n = n;
  out.n_duplicates = n_duplicates;
  out.mean = out.of_inverses = out.unbiased = Estimate::undefined("k2 >= n");
  return out;
}

/// @param nearest  distances to k2 neighbours, a column per distinct row.
LevinaBickel of_nearest(const MatrixXd& nearest, int n_duplicates, int k1, int k2) {
  LevinaBickel out;
  out.n = static_cast<int>(nearest.cols());
  out.n_duplicates = n_duplicates;
  const MatrixXd logs = nearest.array().log();
  double unbiased = 0;
  for (int k = k1; k <= k2; ++k) {
    // 1 / m_k(x) of each row.
    const Eigen::ArrayXd inverse =
        (logs.row(k - 1).replicate(k - 1, 1) - logs.topRows(k - 1)).colwise().sum().transpose().array() / (k - 1);
    const Estimate infinite = Estimate::undefined("infinite local estimate");
    const Estimate mean = (inverse > 0).all() ? finite(inverse.inverse().mean()) : infinite;
    const Estimate of_inverses = inverse.mean() > 0 ? finite(1 / inverse.mean()) : infinite;
    out.by_k.push_back({k, mean, of_inverses});
    unbiased += of_inverses.value.value_or(0) * (k - 2) / (k - 1);
  }
  out.mean = mean_over_k(out.by_k, &LevinaBickel::AtK::mean);
  out.of_inverses = mean_over_k(out.by_k, &LevinaBickel::AtK::of_inverses);
  if (k1 < 3) {
    out.unbiased = Estimate::undefined("k1 < 3");
  } else {
    out.unbiased = out.of_inverses.value ? Estimate::of(unbiased / (k2 - k1 + 1)) : out.of_inverses;
  }
  return out;
}

}  // namespace

TwoNn two_nn(std::vector<double> ratios, double discard) {
  assert(discard >= 0 && discard < 1);
  const int n = static_cast<int>(ratios.size());
  const int n_kept = static_cast<int>(std::floor(n * (1 - discard) + 1e-9));
  if (n < 3 || n_kept < 2) return no_ratios(n, n_kept, "n too small");
  std::sort(ratios.begin(), ratios.end());
  double all = 0, kept = 0, xy = 0, xx = 0;
  for (int i = 0; i < n; ++i) {
    const double x = std::log(ratios[static_cast<std::size_t>(i)]);
    all += x;
    if (i >= n_kept) continue;
    kept += x;
    if (i + 1 == n) continue;
    xy -= x * std::log(1 - (i + 1.0) / n);
    xx += x * x;
  }
  if (all <= 1e-12) return no_ratios(n, n_kept, "all ratios one");
  const double largest = std::log(ratios[static_cast<std::size_t>(n_kept) - 1]);
  const double censored = kept + (n - n_kept) * largest;
  TwoNn out;
  out.n = n;
  out.n_kept = n_kept;
  out.dimension = xx > 0 ? finite(xy / xx) : Estimate::undefined("all ratios one");
  out.mle = finite(n / all);
  out.unbiased = finite((n - 1) / all);
  out.censored = censored > 0 ? finite((n_kept - 1) / censored) : Estimate::undefined("all ratios one");
  return out;
}

std::vector<double> neighbour_ratios(const Eigen::Ref<const MatrixXd>& rows) {
  return ratios_of(nearest_distances(rows, 2));
}

TwoNn two_nn_of_rows(const Eigen::Ref<const MatrixXd>& rows, double discard) {
  const Distinct d = distinct(rows);
  return d.n < 3 ? no_ratios(d.n, 0, "n too small") : two_nn(neighbour_ratios(d.rows), discard);
}

LevinaBickel levina_bickel(const Eigen::Ref<const MatrixXd>& rows, int k1, int k2) {
  assert(2 <= k1 && k1 <= k2);
  const Distinct d = distinct(rows);
  if (k2 >= d.n) return none_of_k(d.n, d.n_duplicates);
  return of_nearest(nearest_distances(d.rows, k2), d.n_duplicates, k1, k2);
}

IntrinsicDimension intrinsic_dimension(const Eigen::Ref<const MatrixXd>& rows, int k1, int k2) {
  assert(2 <= k1 && k1 <= k2);
  const Distinct d = distinct(rows);
  if (d.n < 3) return {no_ratios(d.n, 0, "n too small"), none_of_k(d.n, d.n_duplicates)};
  const MatrixXd nearest = nearest_distances(d.rows, k2 < d.n ? k2 : 2);
  return {two_nn(ratios_of(nearest)),
          k2 < d.n ? of_nearest(nearest, d.n_duplicates, k1, k2) : none_of_k(d.n, d.n_duplicates)};
}

}  // namespace brink::stats
