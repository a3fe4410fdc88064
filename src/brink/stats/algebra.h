#pragma once

#include <Eigen/Core>

namespace brink::stats {

/// Orthonormal contrasts of n terms: [n, n - 1], columns summing to 0. n >= 1.
Eigen::MatrixXd contrasts(Eigen::Index n);

/// Moore-Penrose inverse of a symmetric matrix that is not negative, and its rank: eigenvalues at most 1e-9 of the
/// largest, and of 1, count as 0.
struct PseudoInverse {
  Eigen::MatrixXd inverse;
  int rank = 0;
};
PseudoInverse pseudo_inverse(const Eigen::MatrixXd& m);

/// Inverse of a symmetric positive definite matrix, [n, n], by inverses of its halves, so that nearly all of the work
/// is products. O(n^3).
Eigen::MatrixXd inverse_of_positive(const Eigen::Ref<const Eigen::MatrixXd>& m);

}  // namespace brink::stats
