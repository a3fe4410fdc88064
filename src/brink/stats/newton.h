#pragma once

#include <Eigen/Core>
#include <functional>

namespace brink::stats {

/// A log-likelihood of r coefficients at a point: its value, gradient and information, and the sum of squares of the
/// gradient over items, which a sandwich needs.
struct Likelihood {
  double value = 0;
  Eigen::VectorXd score;                 // [r]
  Eigen::MatrixXd information, squares;  // [r, r]

  explicit Likelihood(Eigen::Index r)
      : score(Eigen::VectorXd::Zero(r)),
        information(Eigen::MatrixXd::Zero(r, r)),
        squares(Eigen::MatrixXd::Zero(r, r)) {}
};

/// Precision of a normal prior on each coefficient, mean 0, sd 3 logits: it makes the maximum finite and unique.
inline constexpr double kPriorPrecision = 1.0 / 9;

struct Fit {
  Eigen::VectorXd b;  // [r]
  Likelihood at;      // there
};

/// The maximum of a concave log-likelihood less half the sum of precision_j b_j^2, over as many coefficients as
/// `precision` has; the others stay 0. Newton's method with halved steps.
/// @param at_zero  likelihood(0)
Fit newton_fit(const std::function<Likelihood(const Eigen::VectorXd&)>& likelihood, Likelihood at_zero,
               const Eigen::VectorXd& precision);

}  // namespace brink::stats
