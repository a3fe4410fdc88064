#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/item_split.h"
#include "brink/stats/logistic_batch.h"
#include "brink/stats/probe.h"

namespace brink::stats {

/// States z-scored by their training rows, as inner products with these: all that linear probes need of them, whatever
/// their dimension. Columns that are constant in training count nothing.
struct ScaledProducts {
  Eigen::MatrixXd with_train;  // [n, n_train], training rows in their order
  Eigen::VectorXd squares;     // [n], of each row with itself
  int d = 0;                   // columns

  /// Layers side by side: their products add up. Same rows.
  ScaledProducts& operator+=(const ScaledProducts& other);
};

/// @param states  [n, d], finite.  @param parts  [n], at least one training row.
ScaledProducts scaled_products(const Eigen::Ref<const Eigen::MatrixXd>& states, std::span<const Part> parts);

/// Other rows z-scored by the training rows of `states`: a probe's scores on what it was not made for.
/// @return with_train [n_other, n_train].
ScaledProducts scaled_products(const Eigen::Ref<const Eigen::MatrixXd>& states, std::span<const Part> parts,
                               const Eigen::Ref<const Eigen::MatrixXd>& other);

/// Places where `parts` holds `part`.
std::vector<Eigen::Index> rows_of(std::span<const Part> parts, Part part);
std::vector<bool> labels_of(const std::vector<bool>& labels, std::span<const Part> parts, Part part);

/// Rows for many probes of the same split.
class ProbeSpace {
 public:
  ProbeSpace(const ScaledProducts& products, std::span<const Part> parts);

  std::span<const Part> parts() const { return parts_; }
  /// False where numbers are so large that their products overflow: then there is nothing to fit.
  bool finite() const { return finite_; }
  /// Products with the training rows, [n_part, n_train].
  const Eigen::MatrixXd& of(Part part) const { return with_train_[static_cast<std::size_t>(part)]; }

 private:
  std::vector<Part> parts_;
  bool finite_;
  Eigen::MatrixXd with_train_[3];
};

/// A probe of one split, and how well it tells the labels of each part.
struct SpaceFit {
  std::string why_undefined;  // as ProbeFit, or "not finite": then nothing below is set
  double c = 0;
  LogisticFits fit;                  // one, of the training rows
  Estimate train, validation, test;  // AUROC; test undefined: "test one class"
  std::vector<double> test_scores;   // [n_test]
};

/// fit_probe() in a space: the same C and scores as far as ranks go (kRankFit).
/// @param labels  [n], of all rows.
SpaceFit fit_probe(const ProbeSpace& space, const std::vector<bool>& labels, std::span<const double> grid = kProbeGrid);

/// The same of a split that is used once: the training rows alone are multiplied with each other, the others are scored
/// by the weights of columns. O(n_train^2 d / 2).
/// @param states  [n, d], finite.
SpaceFit fit_probe_once(const Eigen::MatrixXd& states, const std::vector<bool>& labels, std::span<const Part> parts,
                        std::span<const double> grid = kProbeGrid);

/// The direction from the mean of the negatives to that of the positives among the training rows: x . (m1 - m0).
/// @param train_labels  [n_train], both classes.
/// Source: arXiv 2509.10625.
std::vector<double> mean_difference_scores(const ScaledProducts& products, const std::vector<bool>& train_labels);

/// Log-density, up to a constant, of a normal distribution fitted to the training rows without their labels, its
/// covariance shrunk towards a multiple of the identity by the rule of Ledoit & Wolf:
///
///   -x' ((1 - r) S + r m I)^-1 x / 2,   S = Z'Z / n_train, m = tr S / d
///
/// Source: Ledoit & Wolf 2004; after CLOTHO (specification intention.md 4). Undefined (empty): no variance.
std::vector<double> shrunk_log_density(const ScaledProducts& products, std::span<const Part> parts);

}  // namespace brink::stats
