#include "brink/stats/slot_counts.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace brink::stats {

ChiSquare uniform_slots_test(std::span<const Eigen::VectorXd> counts) {
  const Eigen::Index m = counts.empty() ? 0 : counts.front().size();
  Eigen::VectorXd total = Eigen::VectorXd::Zero(m);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(m, m);
  for (const Eigen::VectorXd& n : counts) {
    const Eigen::VectorXd d = n.array() - n.mean();
    total += d;
    squares += d * d.transpose();
  }
  if (m == 0) return chi_square(0, 0);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(squares);
  const Eigen::VectorXd y = eigen.eigenvectors().transpose() * total;
  const double least = 1e-9 * std::max(1.0, eigen.eigenvalues().maxCoeff());
  double statistic = 0;
  int rank = 0;
  for (Eigen::Index j = 0; j < m; ++j) {
    if (eigen.eigenvalues()[j] <= least) continue;
    statistic += y[j] * y[j] / eigen.eigenvalues()[j];
    ++rank;
  }
  return chi_square(statistic, rank);
}

}  // namespace brink::stats
