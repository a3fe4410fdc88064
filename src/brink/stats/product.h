#pragma once

#include <Eigen/Core>
#include <vector>

namespace brink::stats {

/// a b', [n, m], in double precision, with the widest vector instructions that the processor has: what inner products
/// of states cost, Gram matrices and covariances among them.
/// @param a, b  [n, k], [m, k].  O(n m k).
Eigen::MatrixXd product(const Eigen::Ref<const Eigen::MatrixXd>& a, const Eigen::Ref<const Eigen::MatrixXd>& b);

/// The same in single precision: relative error about 1e-6 of |a_i| |b_j|.
Eigen::MatrixXf product(const Eigen::Ref<const Eigen::MatrixXf>& a, const Eigen::Ref<const Eigen::MatrixXf>& b);

/// a a', both triangles.
Eigen::MatrixXd own_product(const Eigen::Ref<const Eigen::MatrixXd>& a);

/// Adds a a' to the lower triangle of `out`, [n, n]; what stands above it is lost.
void add_own_product(const Eigen::Ref<const Eigen::MatrixXd>& a, Eigen::MatrixXd& out);
/// Copies the lower triangle over the upper one.
void mirror_lower(Eigen::MatrixXd& m);

/// A matrix that multiplies many others: laid out once for it.
class Multiplier {
 public:
  explicit Multiplier(const Eigen::Ref<const Eigen::MatrixXd>& a);

  /// a x, [n, m].  @param x  [k, m].
  Eigen::MatrixXd operator*(const Eigen::Ref<const Eigen::MatrixXd>& x) const;

 private:
  Eigen::Index n_, k_;
  std::vector<std::vector<double>> blocks_;  // of columns
};

}  // namespace brink::stats
