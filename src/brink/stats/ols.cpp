#include "brink/stats/ols.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cassert>
#include <cmath>

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Ols ols_hc3(const MatrixXd& design, const VectorXd& y) {
  const Index n = design.rows(), p = design.cols();
  assert(y.size() == n);
  Ols out;
  out.n = static_cast<int>(n);
  out.df = static_cast<int>(n - p);
  if (out.df < 1) {
    out.why_undefined = "n too small";
    return out;
  }
  Eigen::ColPivHouseholderQR<MatrixXd> qr(design);
  qr.setThreshold(1e-9);
  if (qr.rank() < p) {
    out.why_undefined = "collinear";
    return out;
  }
  out.coefficients = qr.solve(y);
  const VectorXd residual = y - design * out.coefficients;
  const MatrixXd bread = (design.transpose() * design).ldlt().solve(MatrixXd::Identity(p, p));
  const VectorXd leverage = (design * bread).cwiseProduct(design).rowwise().sum();
  const double rounding = 1e-12 * y.cwiseAbs().maxCoeff();
  VectorXd weight = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    const double left = 1 - leverage[i];
    if (left > 1e-10 && std::abs(residual[i]) > rounding) weight[i] = residual[i] * residual[i] / (left * left);
  }
  out.covariance = bread * (design.transpose() * weight.asDiagonal() * design) * bread;
  return out;
}

}  // namespace brink::stats
