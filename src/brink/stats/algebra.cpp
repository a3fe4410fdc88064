#include "brink/stats/algebra.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

namespace brink::stats {

using Eigen::MatrixXd;

MatrixXd contrasts(Eigen::Index n) {
  MatrixXd ones = MatrixXd::Identity(n, n);
  ones.col(0).setOnes();
  const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(ones).householderQ();
  return q.rightCols(n - 1);
}

PseudoInverse pseudo_inverse(const MatrixXd& m) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(m);
  const double least = 1e-9 * std::max(1.0, eigen.eigenvalues().maxCoeff());
  Eigen::VectorXd inverse = eigen.eigenvalues();
  PseudoInverse out;
  for (double& value : inverse) {
    out.rank += value > least;
    value = value > least ? 1 / value : 0;
  }
  out.inverse = eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
  return out;
}

}  // namespace brink::stats
