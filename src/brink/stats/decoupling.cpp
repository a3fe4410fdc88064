#include "brink/stats/decoupling.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "brink/stats/algebra.h"
#include "brink/stats/arrangements.h"
#include "brink/stats/newton.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-9;

/// In the coordinates of r contrasts between slots.
struct Coded : CodedItem {
  double x = 0;  // log length less the mean
};

Coded code(const AnsweredItem& item, const MatrixXd& basis) {
  return {code_item(item, basis.cols(), [&](std::size_t v, int content) -> VectorXd {
    VectorXd feature = VectorXd::Zero(basis.cols());
    double shown = 0;
    for (std::size_t slot = 0; slot < item.orders[v].size(); ++slot) {
      if (item.orders[v][slot] != content) continue;
      feature += basis.row(static_cast<Index>(slot)).transpose();
      ++shown;
    }
    return feature / shown;
  })};
}

// At (b0, b1). An item's features are its contrasts times (1, x): moments are taken of the contrasts alone.
Likelihood likelihood(std::span<const Coded> items, const VectorXd& b) {
  const Index r = b.size() / 2;
  Likelihood out(2 * r);
  for (const Coded& item : items) {
    const VectorXd eta = b.head(r) + item.x * b.tail(r);
    const ArrangementMoments at = item.arrangements.moments(eta);
    VectorXd score(2 * r);
    score.head(r) = item.observed - at.mean;
    score.tail(r) = item.x * score.head(r);
    out.value += item.observed.dot(eta) - at.log_sum;
    out.score += score;
    out.squares += score * score.transpose();
    out.information.topLeftCorner(r, r) += at.covariance;
    out.information.topRightCorner(r, r) += item.x * at.covariance;
    out.information.bottomRightCorner(r, r) += item.x * item.x * at.covariance;
  }
  out.information.bottomLeftCorner(r, r) = out.information.topRightCorner(r, r);
  return out;
}

Fit fit(std::span<const Coded> items, const Likelihood& at_zero, Index n_free) {
  return newton_fit([&](const VectorXd& b) { return likelihood(items, b); }, at_zero,
                    VectorXd::Constant(n_free, kPriorPrecision));
}

ChiSquare wald(const VectorXd& estimate, const MatrixXd& covariance) {
  const auto [inverse, rank] = pseudo_inverse(covariance);
  return chi_square(estimate.dot(inverse * estimate), rank);
}

/// Efficient score of b1 at the fit of b0 alone.
ChiSquare score_test(const Likelihood& at, Index r) {
  const MatrixXd weights =
      at.information.bottomLeftCorner(r, r) * pseudo_inverse(at.information.topLeftCorner(r, r)).inverse;
  const VectorXd score = at.score.tail(r) - weights * at.score.head(r);
  return wald(score, at.information.bottomRightCorner(r, r) - weights * at.information.topRightCorner(r, r));
}

}  // namespace

Decoupling decoupling(std::span<const ChoicesAtLength> items) {
  Decoupling out;
  Index m = 0;
  for (const ChoicesAtLength& item : items) m = std::max<Index>(m, item.read.m);
  const MatrixXd basis = m > 1 ? contrasts(m) : MatrixXd(m, 0);
  const Index r = basis.cols();
  std::vector<Coded> coded;
  double mean = 0;
  for (const ChoicesAtLength& item : items) {
    Coded one = code(item.read, basis);
    if (one.arrangements.n_states() > Arrangements::kMostStates) {
      ++out.n_too_large;
      continue;
    }
    ++out.n_items;
    // What cannot vary adds nothing at any b.
    if (one.arrangements.moments(VectorXd::Zero(r)).covariance.trace() <= kTolerance) continue;
    one.x = item.log_length;
    mean += item.log_length;
    coded.push_back(std::move(one));
  }
  out.n_informative = static_cast<int>(coded.size());
  if (coded.empty()) {
    out.why_undefined = "no informative item";
    return out;
  }
  const double n = out.n_informative;
  double spread = 0;
  for (Coded& item : coded) {
    item.x -= mean / n;
    spread = std::max(spread, std::abs(item.x));
  }
  const Likelihood at_zero = likelihood(coded, VectorXd::Zero(2 * r));
  out.order = wald(at_zero.score.head(r), at_zero.information.topLeftCorner(r, r));
  if (spread <= kTolerance) {
    out.why_undefined = "length does not vary";
    return out;
  }

  const Fit without = fit(coded, at_zero, r), with = fit(coded, at_zero, 2 * r);
  const MatrixXd bread = (with.at.information + kPriorPrecision * MatrixXd::Identity(2 * r, 2 * r))
                             .ldlt()
                             .solve(MatrixXd::Identity(2 * r, 2 * r));
  const MatrixXd clustered = bread * with.at.squares * bread * (n > 1 ? n / (n - 1) : 1);
  out.separated = with.at.value > -0.01 * n;
  out.score = score_test(without.at, r);
  out.likelihood_ratio = chi_square(std::max(0.0, 2 * (with.at.value - without.at.value)), out.score->df);
  out.wald = wald(with.b.tail(r), clustered.bottomRightCorner(r, r));

  const VectorXd logits = basis * with.b.head(r), slopes = basis * with.b.tail(r);
  const MatrixXd covariance = basis * clustered.bottomRightCorner(r, r) * basis.transpose();
  for (Index j = 0; j < m; ++j) {
    PullTerm& term = out.terms.emplace_back(PullTerm{logits[j], slopes[j], {}, {}, {}});
    if (out.separated || n < 2) continue;
    term.slope_se = std::sqrt(std::max(0.0, covariance(j, j)));
    const double half = quantile(boost::math::students_t(n - 1), 0.975) * *term.slope_se;
    term.slope_low = slopes[j] - half;
    term.slope_high = slopes[j] + half;
  }
  return out;
}

}  // namespace brink::stats
