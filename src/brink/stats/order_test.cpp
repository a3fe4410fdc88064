#include "brink/stats/order_test.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Eigenvalues at most this share of the largest (and of 1: one choice moved once) are rounding, not variance.
constexpr double kRankTolerance = 1e-9;

std::optional<ChiSquare> wald(const VectorXd& difference, const MatrixXd& covariance) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(covariance);
  const VectorXd& values = eigen.eigenvalues();
  const double least = kRankTolerance * std::max(1.0, values.maxCoeff());
  const VectorXd y = eigen.eigenvectors().transpose() * difference;
  double statistic = 0;
  int rank = 0;
  for (Index i = 0; i < values.size(); ++i) {
    if (values[i] <= least) continue;
    statistic += y[i] * y[i] / values[i];
    ++rank;
  }
  if (rank == 0) return std::nullopt;
  return chi_square(statistic, rank);
}

std::vector<SlotPull> signed_pulls(std::span<const SlotMoments> items, const VectorXd& difference, double n_choices) {
  const double n = static_cast<double>(items.size());
  const double t = n > 1 ? quantile(boost::math::students_t(n - 1), 0.975) : 0.0;
  std::vector<SlotPull> pulls;
  for (Index j = 0; j < difference.size(); ++j) {
    SlotPull& slot = pulls.emplace_back(SlotPull{difference[j] / n_choices, {}, {}});
    if (items.size() < 2) continue;
    double squares = 0;
    for (const SlotMoments& item : items) {
      const double d = j < item.observed.size() ? item.observed[j] - item.expected[j] : 0.0;
      const double residual = d - slot.pull * item.observed.sum();
      squares += residual * residual;
    }
    const double se = std::sqrt(squares * n / (n - 1)) / n_choices;
    const double half = se * t;
    slot.low = std::max(-1.0, slot.pull - half);
    slot.high = std::min(1.0, slot.pull + half);
  }
  return pulls;
}

}  // namespace

SlotMoments slot_moments(const AnsweredItem& item) {
  const Index m = item.m;
  const Index n_variants = static_cast<Index>(item.contents.size());
  SlotMoments out{VectorXd::Zero(m), VectorXd::Zero(m), MatrixXd::Zero(m, m)};
  if (n_variants == 0) return out;

  // Row sums of a_j over variants differ only between contents, so contents are taken with their multiplicity.
  std::vector<std::pair<int, int>> chosen;  // content, times
  for (const int content : item.contents) {
    const auto known = std::find_if(chosen.begin(), chosen.end(), [&](const auto& c) { return c.first == content; });
    if (known == chosen.end()) {
      chosen.emplace_back(content, 1);
    } else {
      ++known->second;
    }
  }
  MatrixXd by_variant = MatrixXd::Zero(n_variants, m);  // sum_i a_j(i, v)
  MatrixXd second = MatrixXd::Zero(m, m);               // sum_iv a_j a_k, then centred
  VectorXd place(m);
  for (const auto& [content, times] : chosen) {
    VectorXd by_content = VectorXd::Zero(m);  // sum_v a_j(i, v)
    for (Index v = 0; v < n_variants; ++v) {
      const std::vector<int>& order = item.orders[static_cast<std::size_t>(v)];
      assert(static_cast<Index>(order.size()) == m);
      place.setZero();
      for (Index slot = 0; slot < m; ++slot) place[slot] = order[static_cast<std::size_t>(slot)] == content;
      assert(place.sum() > 0);
      place /= place.sum();
      by_content += place;
      by_variant.row(v) += times * place.transpose();
      second += times * place * place.transpose();
      if (item.contents[static_cast<std::size_t>(v)] == content) out.observed += place;
    }
    second -= times * by_content * by_content.transpose() / static_cast<double>(n_variants);
  }
  const VectorXd total = by_variant.colwise().sum();
  const double n = static_cast<double>(n_variants);
  out.expected = total / n;
  if (n_variants > 1) {
    second += total * total.transpose() / (n * n) - by_variant.transpose() * by_variant / n;
    out.covariance = second / (n - 1);
  }
  return out;
}

OrderTest conditional_chi_square(std::span<const SlotMoments> items) {
  OrderTest out;
  Index m = 0;
  for (const SlotMoments& item : items) m = std::max(m, item.observed.size());
  out.n_items = static_cast<int>(items.size());
  out.observed = out.expected = VectorXd::Zero(m);
  out.covariance = MatrixXd::Zero(m, m);
  for (const SlotMoments& item : items) {
    const Index k = item.observed.size();
    out.observed.head(k) += item.observed;
    out.expected.head(k) += item.expected;
    out.covariance.topLeftCorner(k, k) += item.covariance;
    out.n_informative += item.covariance.trace() > kRankTolerance;
  }
  out.n_choices = out.observed.sum();
  if (out.n_choices <= 0) {
    out.why_no_conditional = out.why_no_naive = "no usable item";
    return out;
  }

  const VectorXd difference = out.observed - out.expected;
  out.conditional = wald(difference, out.covariance);
  if (!out.conditional) out.why_no_conditional = "no informative item: none chose other contents in another order";
  if (out.expected.minCoeff() > 0) {
    const double statistic = (difference.array().square() / out.expected.array()).sum();
    out.naive = chi_square(statistic, static_cast<int>(m) - 1);
  } else {
    out.why_no_naive = "a slot is never expected";
  }
  out.pulls = signed_pulls(items, difference, out.n_choices);
  return out;
}

}  // namespace brink::stats
