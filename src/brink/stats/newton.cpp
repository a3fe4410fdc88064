#include "brink/stats/newton.h"

#include <Eigen/Cholesky>
#include <utility>

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Fit newton_fit(const std::function<Likelihood(const VectorXd&)>& likelihood, Likelihood at_zero,
               const VectorXd& precision) {
  const Index r = at_zero.score.size(), n_free = precision.size();
  Fit out{VectorXd::Zero(r), std::move(at_zero)};
  const auto objective = [&](const Fit& f) { return f.at.value - f.b.head(n_free).cwiseAbs2().dot(precision) / 2; };
  for (int iteration = 0; iteration < 100; ++iteration) {
    const VectorXd gradient = out.at.score.head(n_free) - precision.cwiseProduct(out.b.head(n_free));
    MatrixXd curvature = out.at.information.topLeftCorner(n_free, n_free);
    curvature.diagonal() += precision;
    VectorXd step = VectorXd::Zero(r);
    step.head(n_free) = curvature.ldlt().solve(gradient);
    const bool last = gradient.dot(step.head(n_free)) < 1e-10;  // so near, a whole step leaves its square
    for (int half = 0; half < 30; ++half, step /= 2) {
      Fit next{out.b + step, likelihood(out.b + step)};
      if (!last && objective(next) < objective(out) && half < 29) continue;
      out = std::move(next);
      break;
    }
    if (last) break;
  }
  return out;
}

}  // namespace brink::stats
