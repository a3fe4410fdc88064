#include "brink/stats/length_regression.h"

#include <algorithm>
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

/// Whether y varies about the fit, where x varies, by more than rounding. Of an x of a few units.
bool varies(double se, const VectorXd& y) { return se > 1e-9 * y.cwiseAbs().maxCoeff(); }

Estimate two_sided(double value, double se, int df) {
  return Estimate::of(2 * cdf(complement(boost::math::students_t(df), std::abs(value / se))));
}

double half_width(double se, int df) { return quantile(boost::math::students_t(df), 0.975) * se; }

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
  out.slope = Estimate::of(slope);
  out.p = Estimate::undefined("no variance");
  if (!varies(se, Eigen::Map<const VectorXd>(y.data(), n))) return out;
  const double half = half_width(se, fit.df);
  out.interval = Interval{slope - half, slope + half};
  out.p = two_sided(slope, se, fit.df);
  return out;
}

LengthLine line_over_length(std::span<const double> length, std::span<const double> y, std::span<const double> at) {
  assert(length.size() == y.size());
  const auto n = static_cast<Index>(length.size());
  const VectorXd x = Eigen::Map<const VectorXd>(length.data(), n), values = Eigen::Map<const VectorXd>(y.data(), n);
  const double mean = n > 0 ? x.mean() : 0;
  const double scale = n > 0 ? std::max(1.0, (x.array() - mean).abs().maxCoeff()) : 1;  // for the numbers' sake
  MatrixXd design = MatrixXd::Ones(n, 2);
  design.col(1) = (x.array() - mean) / scale;
  const Ols fit = ols_hc3(design, values);
  LengthLine out{.n = fit.n, .df = fit.df, .why_undefined = fit.why_undefined, .y = {}, .band = {}, .p = {}};
  if (!fit.why_undefined.empty()) return out;
  for (const double place : at) {
    const Eigen::Vector2d row(1, (place - mean) / scale);
    const double middle = row.dot(fit.coefficients);
    const double half = half_width(std::sqrt(std::max(0.0, row.dot(fit.covariance * row))), fit.df);
    out.y.push_back(middle);
    out.band.push_back({middle - half, middle + half});
  }
  const double se = std::sqrt(fit.covariance(1, 1));
  out.p = varies(se, values) ? two_sided(fit.coefficients[1], se, fit.df) : Estimate::undefined("no variance");
  return out;
}

}  // namespace brink::stats
