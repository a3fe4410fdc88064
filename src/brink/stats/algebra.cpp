#include "brink/stats/algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "brink/stats/product.h"

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

MatrixXd inverse_of_positive(const Eigen::Ref<const MatrixXd>& m) {
  constexpr Eigen::Index kSmall = 64;
  const Eigen::Index n = m.rows(), n_first = n / 2, n_second = n - n_first;
  if (n <= kSmall) return m.llt().solve(MatrixXd::Identity(n, n));
  const auto corner = m.bottomLeftCorner(n_second, n_first);
  const MatrixXd first = inverse_of_positive(m.topLeftCorner(n_first, n_first));
  const MatrixXd taken = product(corner, first);  // first is symmetric
  const MatrixXd second = inverse_of_positive(m.bottomRightCorner(n_second, n_second) - product(taken, corner));
  const MatrixXd across = product(second, taken.transpose());
  MatrixXd out(n, n);
  out << first + product(taken.transpose(), across.transpose()), -across.transpose(), -across, second;
  return out;
}

}  // namespace brink::stats
