#pragma once

#include <Eigen/Core>

#include "brink/stats/logistic.h"
#include "brink/stats/product.h"

namespace brink::stats {

/// Fits of several labellings of the same rows.
struct LogisticFits {
  Eigen::MatrixXd v;              // [k, n_labellings], in the coordinates of the row space
  Eigen::RowVectorXd intercepts;  // [n_labellings]
};

/// fit_logistic() of many labellings at once: the steps are the same, and take matrix products in place of products
/// with a vector, which is many times as fast where the rows do not fit a cache.
class LogisticBatch {
 public:
  explicit LogisticBatch(const RowSpace& rows);

  /// @param signs  [n, n_labellings] of 1 and -1, both in every column.
  /// @param start  fits to begin from, such as those of the next smaller C.
  LogisticFits fit(const Eigen::MatrixXd& signs, double c, double tolerance = kRankFit,
                   const LogisticFits* start = nullptr) const;

 private:
  Multiplier rows_, columns_;  // z, z'
  Eigen::VectorXd squares_;
};

}  // namespace brink::stats
