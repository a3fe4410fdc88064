#pragma once

#include <Eigen/Core>
#include <vector>

namespace brink::stats {

/// Training rows in coordinates that make every fit to them cheap: z = x V, [n, k], k = min(n, d).
///
/// V spans the rows and its columns are orthonormal, so that |w| = |v| for w = V v: a fit with an L2 penalty in k
/// coordinates is the fit in d. Within the span V turns z to the principal axes, Z'Z = diag(squares), which makes the
/// Hessian nearly diagonal.
class RowSpace {
 public:
  /// @param rows  [n, d], finite. O(n d k). By Householder's QR: no direction is cut off as too small.
  explicit RowSpace(const Eigen::Ref<const Eigen::MatrixXd>& rows);

  const Eigen::MatrixXd& z() const { return z_; }
  const Eigen::VectorXd& squares() const { return squares_; }  // [k]
  Eigen::VectorXd weights(const Eigen::VectorXd& v) const { return basis_ * v; }

 private:
  Eigen::MatrixXd basis_, z_;  // [d, k], [n, k]
  Eigen::VectorXd squares_;
};

struct LogisticFit {
  Eigen::VectorXd v;  // [k], in the coordinates of the row space
  double intercept = 0;
  double objective = 0;
};

/// How far a fit is solved: until Newton's decrement g' H^-1 g is at most this share of the objective.
inline constexpr double kExactFit = 1e-22, kRankFit = 1e-8;  // to the last digits; as far as ranks of scores need

/// argmin  C sum_i log(1 + exp(-s_i (z_i v + b))) + |v|^2 / 2,   s_i = 1 or -1; b is free.
///
/// Newton's method, each step by conjugate gradients preconditioned with the diagonal of a Hessian of equal weights.
/// @param labels  [n], both classes.  @param start  an earlier fit to begin from, such as that of the next smaller C.
/// Source: scikit-learn's LogisticRegression(C); specification decisions.md 27. Oracle: golden `logreg`.
LogisticFit fit_logistic(const RowSpace& rows, const std::vector<bool>& labels, double c, double tolerance = kExactFit,
                         const LogisticFit* start = nullptr);

/// x_i w + b of each row; equal rows have equal scores to the bit.
std::vector<double> decision_scores(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights,
                                    double intercept);

}  // namespace brink::stats
