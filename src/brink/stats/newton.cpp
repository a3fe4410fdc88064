#include "brink/stats/newton.h"

#include <Eigen/Cholesky>
#include <utility>

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Fit newton_fit(const std::function<Likelihood(const VectorXd&)>& likelihood, Index r, Index n_free) {
  Fit out{VectorXd::Zero(r), likelihood(VectorXd::Zero(r))};
  const auto objective = [](const Fit& f) { return f.at.value - kPriorPrecision / 2 * f.b.squaredNorm(); };
  for (int iteration = 0; iteration < 100; ++iteration) {
    const VectorXd gradient = (out.at.score - kPriorPrecision * out.b).head(n_free);
    const MatrixXd curvature =
        out.at.information.topLeftCorner(n_free, n_free) + kPriorPrecision * MatrixXd::Identity(n_free, n_free);
    VectorXd step = VectorXd::Zero(r);
    step.head(n_free) = curvature.ldlt().solve(gradient);
    if (gradient.dot(step.head(n_free)) < 1e-10) break;
    for (int half = 0; half < 30; ++half, step /= 2) {
      Fit next{out.b + step, likelihood(out.b + step)};
      if (objective(next) < objective(out) && half < 29) continue;
      out = std::move(next);
      break;
    }
  }
  return out;
}

}  // namespace brink::stats
