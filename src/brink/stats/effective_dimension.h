#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// How many directions carry the variance of N states.
struct EffectiveDimension {
  /// (tr S)^2 / tr S^2, S the sample covariance: in [1, ceiling]. Undefined: "n < 2", "no variance".
  Estimate plain;
  /// Ratio of the unbiased estimates of (tr C)^2 and tr C^2, C the covariance of the population: not capped by N - 1.
  /// Undefined: "n < 4", "no variance", "too few rows" (the estimate of tr C^2 is not positive).
  Estimate corrected;
  double trace = 0;  // tr S, 0 without variance
  int ceiling = 0;   // min(N - 1, d)
};

/// With t = tr S, q = tr S^2, Q = sum_i |x_i - mean|^4 / (N - 1), f = (N - 1) / (N (N - 2)(N - 3)):
///
///   (tr C)^2 ~ f (2 q + (N^2 - 3 N + 1) t^2 - N Q),    tr C^2 ~ f ((N - 1)(N - 2) q + t^2 - N Q)
///
/// No eigenvalues are needed. Scale, shift and rotation of the rows cancel.
/// @param rows  [N, d], finite, one independent row per item.
/// O(min(N, d)^2 max(N, d)).
/// Source: Gao et al. 2017; Himeno & Yamada 2014; Chen, Zhang & Zhong 2010; specification statistics.md 9, decisions.md
/// 24. Oracle: golden `deff`.
EffectiveDimension effective_dimension(const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// Inner products of the rows about their mean, [N, N]: what subsets and comparisons of representations need of them.
Eigen::MatrixXd centred_gram(const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// Both of these, bit for bit, of one product where d > N.
struct DimensionAndGram {
  EffectiveDimension dimension;
  Eigen::MatrixXd gram;
};
DimensionAndGram dimension_and_gram(const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// The effective dimension of the rows `subset`, from the Gram matrix of all of them. O(n^2). A subset whose
/// variance is less than 1e-10 of its rows' squared distance from the common mean has none.
EffectiveDimension effective_dimension(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> subset,
                                       int d);

/// Mean over layers, each weighted by its trace; a layer where it is undefined has no weight.
/// Undefined: as the first layer's, when no layer has a value.
Estimate plain_over_layers(std::span<const EffectiveDimension> layers);
Estimate corrected_over_layers(std::span<const EffectiveDimension> layers);

/// What independent normal coordinates of equal variance give: E(tr S)^2 / E tr S^2 = ((N - 1) d + 2) / (N + d).
/// A plain effective dimension near it says nothing about the states. N >= 2.
double white_noise_dimension(int n, int d);

/// Effective dimension, over layers, of random subsets of n rows.
struct SubsampledDimension {
  int n = 0;          // rows of a subset
  int n_draws = 0;    // draws where it is defined
  Estimate mean, sd;  // plain; sd with ddof 1; undefined: "never defined", sd also "one draw"
  Estimate mean_corrected;
  double white_noise = 0;
};

/// Each draw takes n of the N rows without replacement, the same rows in every layer.
/// @param grams   centred_gram() of each layer, [L][N, N].
/// @param n       in 2..N.  @param n_draws  at least 1.
SubsampledDimension subsampled_dimension(std::span<const Eigen::MatrixXd> grams, int d, int n, int n_draws,
                                         std::uint64_t seed);

/// The effective dimension without each of some groups of rows in turn, row i in group i mod n_groups: what a jackknife
/// needs. With the same groups on both sides, differences between representations of the same rows are paired.
/// @param gram  centred_gram().  @param n_groups  in 2..N.  O(n_groups N^2).
std::vector<EffectiveDimension> without_groups(const Eigen::MatrixXd& gram, int d, int n_groups);

/// sqrt((g - 1) / g sum (v - mean)^2) of g values, each found without one of g groups.
/// Undefined: "fewer than 2 groups"; the reason of a value that is undefined.
/// Source: Efron & Tibshirani 1993, chapter 11; Shao & Wu 1989 (groups).
Estimate jackknife_se(std::span<const Estimate> values);

}  // namespace brink::stats
