#include "brink/stats/effective_dimension.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/product.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Ref<const MatrixXd>;

/// Twice, since rows far from the origin keep a rest of their mean the first time.
MatrixXd centred(const Rows& rows) {
  MatrixXd out = rows.rowwise() - rows.colwise().mean();
  out.rowwise() -= out.colwise().mean().eval();
  return out;
}

/// @param squares  |x_i - mean|^2 of each row.  @param sum_squares  squared Frobenius norm of the Gram matrix.
EffectiveDimension from_moments(const VectorXd& squares, double sum_squares, int d) {
  const double n = static_cast<double>(squares.size());
  EffectiveDimension out;
  out.ceiling = std::min(static_cast<int>(squares.size()) - 1, d);
  const double t = squares.sum() / (n - 1), q = sum_squares / ((n - 1) * (n - 1));
  out.trace = t;
  out.plain = Estimate::of(t * t / q);
  if (n < 4) {
    out.corrected = Estimate::undefined("n < 4");
    return out;
  }
  // The common factor f cancels.
  const double fourth = squares.squaredNorm() / (n - 1);
  const double of_trace = 2 * q + (n * n - 3 * n + 1) * t * t - n * fourth;
  const double of_square = (n - 1) * (n - 2) * q + t * t - n * fourth;
  // Where the estimate is 0 in exact arithmetic, rounding leaves this much.
  const double rounding = 1e-13 * (n * n * q + t * t + n * fourth);
  out.corrected = of_square > rounding ? Estimate::of(of_trace / of_square) : Estimate::undefined("too few rows");
  return out;
}

EffectiveDimension without(Index n, int d, const char* why) {
  EffectiveDimension out;
  out.plain = out.corrected = Estimate::undefined(why);
  out.ceiling = std::min(static_cast<int>(n) - 1, d);
  return out;
}

Estimate over_layers(std::span<const EffectiveDimension> layers, Estimate EffectiveDimension::*kind) {
  assert(!layers.empty());
  double weight = 0, sum = 0;
  for (const EffectiveDimension& layer : layers) {
    if (!(layer.*kind).value) continue;
    weight += layer.trace;
    sum += layer.trace * *(layer.*kind).value;
  }
  return weight > 0 ? Estimate::of(sum / weight) : layers.front().*kind;
}

/// @param x  centred(rows), at least 2 of them.  @param sum_squares  squared Frobenius norm of their products.
EffectiveDimension of_centred(const Rows& rows, const MatrixXd& x, double sum_squares) {
  const int d = static_cast<int>(rows.cols());
  const VectorXd squares = x.rowwise().squaredNorm();
  const double scale = rows.size() > 0 ? rows.cwiseAbs().maxCoeff() : 0;
  const double least = 1e-24 * std::max(1e-300, scale * scale * d);
  if (sum_squares <= 0 || squares.sum() / static_cast<double>(rows.rows() - 1) <= least) {
    return without(rows.rows(), d, "no variance");
  }
  return from_moments(squares, sum_squares, d);
}

}  // namespace

EffectiveDimension effective_dimension(const Rows& rows) {
  if (rows.rows() < 2) return without(rows.rows(), static_cast<int>(rows.cols()), "n < 2");
  const MatrixXd x = centred(rows);
  return of_centred(rows, x, (x.cols() > x.rows() ? own_product(x) : own_product(x.transpose())).squaredNorm());
}

MatrixXd centred_gram(const Rows& rows) { return own_product(centred(rows)); }

DimensionAndGram dimension_and_gram(const Rows& rows) {
  if (rows.rows() < 2) return {effective_dimension(rows), centred_gram(rows)};
  const MatrixXd x = centred(rows);
  DimensionAndGram out{{}, own_product(x)};
  const bool by_gram = x.cols() > x.rows();
  out.dimension = of_centred(rows, x, (by_gram ? out.gram : own_product(x.transpose())).squaredNorm());
  return out;
}

EffectiveDimension effective_dimension(const Rows& gram, std::span<const int> subset, int d) {
  const auto n = static_cast<Index>(subset.size());
  if (n < 2) return without(n, d, "n < 2");
  MatrixXd own(n, n);
  for (Index j = 0; j < n; ++j) {
    const int column = subset[static_cast<std::size_t>(j)];
    for (Index i = 0; i < n; ++i) own(i, j) = gram(subset[static_cast<std::size_t>(i)], column);
  }
  const double about_common_mean = own.trace();
  const VectorXd means = own.colwise().mean();
  own.colwise() -= means;
  own.rowwise() -= (means.array() - means.mean()).matrix().transpose();
  if (own.trace() <= 1e-10 * about_common_mean) return without(n, d, "no variance");
  return from_moments(own.diagonal(), own.squaredNorm(), d);
}

Estimate plain_over_layers(std::span<const EffectiveDimension> layers) {
  return over_layers(layers, &EffectiveDimension::plain);
}

Estimate corrected_over_layers(std::span<const EffectiveDimension> layers) {
  return over_layers(layers, &EffectiveDimension::corrected);
}

double white_noise_dimension(int n, int d) {
  assert(n >= 2 && d >= 1);
  return ((n - 1.0) * d + 2) / (static_cast<double>(n) + d);
}

SubsampledDimension subsampled_dimension(std::span<const MatrixXd> grams, int d, int n, int n_draws,
                                         std::uint64_t seed) {
  assert(!grams.empty() && n >= 2 && n <= grams.front().rows());
  SplitMix64 rng(seed);
  std::vector<int> rows(static_cast<std::size_t>(grams.front().rows()));
  std::iota(rows.begin(), rows.end(), 0);
  SubsampledDimension out;
  out.n = n;
  out.white_noise = white_noise_dimension(n, d);
  std::vector<double> plain, corrected;
  for (int draw = 0; draw < n_draws; ++draw) {
    rng.shuffle(std::span(rows));
    std::vector<EffectiveDimension> layers;
    for (const MatrixXd& gram : grams) {
      layers.push_back(effective_dimension(gram, std::span(rows).first(static_cast<std::size_t>(n)), d));
    }
    if (const Estimate e = plain_over_layers(layers); e.value) plain.push_back(*e.value);
    if (const Estimate e = corrected_over_layers(layers); e.value) corrected.push_back(*e.value);
  }
  const auto mean = [](const std::vector<double>& v) {
    return v.empty() ? Estimate::undefined("never defined")
                     : Estimate::of(std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size()));
  };
  out.n_draws = static_cast<int>(plain.size());
  out.mean = mean(plain);
  out.mean_corrected = mean(corrected);
  if (plain.size() < 2) {
    out.sd = plain.empty() ? out.mean : Estimate::undefined("one draw");
    return out;
  }
  double squares = 0;
  for (const double v : plain) squares += (v - *out.mean.value) * (v - *out.mean.value);
  out.sd = Estimate::of(std::sqrt(squares / static_cast<double>(plain.size() - 1)));
  return out;
}

std::vector<EffectiveDimension> without_groups(const MatrixXd& gram, int d, int n_groups) {
  assert(n_groups >= 2 && n_groups <= gram.rows());
  std::vector<EffectiveDimension> out;
  for (int group = 0; group < n_groups; ++group) {
    std::vector<int> kept;
    for (int i = 0; i < static_cast<int>(gram.rows()); ++i)
      if (i % n_groups != group) kept.push_back(i);
    out.push_back(effective_dimension(gram, kept, d));
  }
  return out;
}

Estimate jackknife_se(std::span<const Estimate> values) {
  if (values.size() < 2) return Estimate::undefined("fewer than 2 groups");
  double sum = 0, squares = 0;
  for (const Estimate& v : values) {
    if (!v.value) return v;
    sum += *v.value;
  }
  const double g = static_cast<double>(values.size()), mean = sum / g;
  for (const Estimate& v : values) squares += (*v.value - mean) * (*v.value - mean);
  return Estimate::of(std::sqrt((g - 1) / g * squares));
}

}  // namespace brink::stats
