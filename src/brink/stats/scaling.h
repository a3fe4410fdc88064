#pragma once

#include <Eigen/Core>

namespace brink::stats {

/// Column means and standard deviations (ddof 0) of training rows, to bring other rows on the same scale.
struct Scaling {
  Eigen::RowVectorXd mean, sd;  // [d]; the sd of a constant column is 1
  Eigen::Array<bool, 1, Eigen::Dynamic> constant;

  /// (row - mean) / sd. A constant column keeps its offset in other rows: give it no weight.
  Eigen::MatrixXd apply(const Eigen::Ref<const Eigen::MatrixXd>& rows) const;
  /// Sets the columns that are constant in training to 0.
  void mute_constant(Eigen::Ref<Eigen::MatrixXd> rows) const;
};

/// A column is constant when its values are equal, or when its sd is at most 10 epsilon |mean|.
/// @param rows  [n, d], n >= 1. Oracle: golden `probe` (scikit-learn's StandardScaler).
Scaling scaling_of(const Eigen::Ref<const Eigen::MatrixXd>& rows);

}  // namespace brink::stats
