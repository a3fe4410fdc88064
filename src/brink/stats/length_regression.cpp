#include "brink/stats/length_regression.h"

#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <map>

#include "brink/stats/ols.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The terms of f(accuracy): [n, 1], [n, 2], or [n, number of different values].
MatrixXd control_terms(std::span<const double> accuracy, Control control) {
  const auto n = static_cast<Index>(accuracy.size());
  if (control == Control::kFactor) {
    std::map<double, Index> levels;
    for (const double a : accuracy) levels.try_emplace(a, static_cast<Index>(levels.size()));
    MatrixXd terms = MatrixXd::Zero(n, static_cast<Index>(levels.size()));
    for (Index i = 0; i < n; ++i) terms(i, levels.at(accuracy[static_cast<std::size_t>(i)])) = 1;
    return terms;
  }
  const bool line = control == Control::kLine;
  MatrixXd terms = MatrixXd::Ones(n, line ? 2 : 1);
  if (line) terms.col(1) = Eigen::Map<const VectorXd>(accuracy.data(), n);
  return terms;
}

}  // namespace

LengthRegression slope_per_doubling(std::span<const double> length, std::span<const double> y,
                                    std::span<const double> accuracy, Control control) {
  assert(length.size() == y.size() && length.size() == accuracy.size());
  const auto n = static_cast<Index>(length.size());
  const MatrixXd terms = control_terms(accuracy, control);
  MatrixXd design(n, terms.cols() + 1);
  design.rightCols(terms.cols()) = terms;
  VectorXd doublings(n);
  for (Index i = 0; i < n; ++i) doublings[i] = std::log2(length[static_cast<std::size_t>(i)]);
  design.col(0) = doublings.array() - (n > 0 ? doublings.mean() : 0.0);

  const Ols fit = ols_hc3(design, Eigen::Map<const VectorXd>(y.data(), n));
  LengthRegression out{fit.n, fit.df, {}, {}, {}};
  if (!fit.why_undefined.empty()) {
    out.slope = out.p = Estimate::undefined(fit.why_undefined);
    return out;
  }
  const double slope = fit.coefficients[0], se = std::sqrt(fit.covariance(0, 0));
  const boost::math::students_t t(fit.df);
  const double half = quantile(t, 0.975) * se;
  out.slope = Estimate::of(slope);
  out.interval = Interval{slope - half, slope + half};
  const bool varies = se > 1e-12 * Eigen::Map<const VectorXd>(y.data(), n).cwiseAbs().maxCoeff();
  out.p = varies ? Estimate::of(2 * cdf(complement(t, std::abs(slope / se)))) : Estimate::undefined("no variance");
  return out;
}

}  // namespace brink::stats
