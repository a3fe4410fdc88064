#pragma once

#include <Eigen/Core>
#include <list>
#include <span>
#include <vector>

#include "brink/stats/logistic.h"
#include "brink/stats/product.h"

namespace brink::stats {

/// Fits of several labellings of the same rows, which are known by their inner products: w = sum_i weights_i x_i.
struct LogisticFits {
  Eigen::MatrixXd weights;        // [n, n_labellings], of rows
  Eigen::RowVectorXd intercepts;  // [n_labellings]

  /// Of other rows by their products with the fitted ones, [n_other, n]; equal rows have equal scores to the bit.
  /// @return [n_other, n_labellings].
  Eigen::MatrixXd scores(const Eigen::Ref<const Eigen::MatrixXd>& with_rows) const;
};

/// fit_logistic() of labellings of rows whose inner products K are known, many at once.
///
/// Newton's method, each step by conjugate gradients in the weights of rows, preconditioned with the Hessian of equal
/// weights q. That takes M = (I + q K)^-1 alone: of u = M r also K u = (r - u) / q, so a step costs one product with M,
/// for all labellings together. An M serves every labelling, and every C that leaves the mean weight about the same.
class LogisticBatch {
 public:
  /// @param products  [n, n], finite.
  explicit LogisticBatch(const Eigen::Ref<const Eigen::MatrixXd>& products);

  /// O(n^2) a step and labelling; a new M O(n^3).
  /// @param signs  [n, n_labellings] of 1 and -1, both in every column.
  /// @param start  fits to begin from, such as those of the next smaller C.
  LogisticFits fit(const Eigen::MatrixXd& signs, double c, double tolerance = kRankFit,
                   const LogisticFits* start = nullptr);

  /// For each C of a grid, ascending; each begun where the two before point.
  std::vector<LogisticFits> fit(const Eigen::MatrixXd& signs, std::span<const double> grid, double tolerance);

  /// (I + q K)^-1 and its row sums.
  struct Preconditioner {
    double q;
    Multiplier inverse;
    Eigen::VectorXd sums;  // [n]
  };

 private:
  const Preconditioner& preconditioner(double q);

  Eigen::MatrixXd products_;
  std::list<Preconditioner> preconditioners_;
};

}  // namespace brink::stats
