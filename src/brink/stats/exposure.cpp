#include "brink/stats/exposure.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPriorPrecision = 1.0 / 9;  // of a slot's term: sd 3 logits
constexpr double kSeparated = -0.01;         // log-likelihood per change above which there is no finite maximum

/// Log-likelihood, gradient and information at b = (log-odds, slots' terms), and the items' gradients.
struct Likelihood {
  double value = 0;
  VectorXd score;
  MatrixXd information;
  std::map<std::int64_t, VectorXd> by_item;
};

Likelihood likelihood(std::span<const ExposedChange> changes, const VectorXd& b) {
  const Index r = b.size();
  Likelihood out{0, VectorXd::Zero(r), MatrixXd::Zero(r, r), {}};
  for (const ExposedChange& change : changes) {
    const auto m = static_cast<Index>(change.mention_share.size());
    MatrixXd features = MatrixXd::Zero(m, r);
    features.col(0) = Eigen::Map<const VectorXd>(change.mention_share.data(), m);
    features.rightCols(m).setIdentity();
    VectorXd weight = features * b;
    weight = (weight.array() - weight.maxCoeff()).exp();
    weight[change.original] = 0;
    weight /= weight.sum();
    out.value += std::log(weight[change.destination]);
    const VectorXd mean = features.transpose() * weight;
    const VectorXd score = features.row(change.destination).transpose() - mean;
    out.score += score;
    out.information += features.transpose() * weight.asDiagonal() * features - mean * mean.transpose();
    out.by_item.try_emplace(change.item, VectorXd::Zero(r)).first->second += score;
  }
  return out;
}

}  // namespace

Exposure exposure(std::span<const ExposedChange> changes) {
  Exposure out;
  out.n = static_cast<int>(changes.size());
  const auto undefined = [&](const char* why) {
    out.log_odds = out.p = Estimate::undefined(why);
    return out;
  };
  if (changes.empty()) return undefined("no change");
  const auto m = static_cast<Index>(changes.front().mention_share.size());
  VectorXd b = VectorXd::Zero(m + 1), precision = VectorXd::Constant(m + 1, kPriorPrecision);
  precision[0] = 0;
  Likelihood at = likelihood(changes, b);
  out.n_items = static_cast<int>(at.by_item.size());
  if (at.information(0, 0) <= 1e-9) return undefined("mentions say nothing");
  const MatrixXd prior = precision.asDiagonal();
  for (int iteration = 0; iteration < 200; ++iteration) {
    VectorXd step = (at.information + prior).ldlt().solve(at.score - prior * b);
    // The objective is concave; a bounded step cannot leave the range where it curves.
    step *= std::min(1.0, 2 / std::max(step.cwiseAbs().maxCoeff(), 1e-300));
    b += step;
    at = likelihood(changes, b);
    if (at.value > kSeparated * out.n)
      return undefined(b[0] > 0 ? "every change is to what was mentioned"
                                : "every change is to what was not mentioned");
    if (step.cwiseAbs().maxCoeff() < 1e-10) break;
  }
  out.log_odds = Estimate::of(b[0]);
  if (out.n_items < 2) {
    out.p = Estimate::undefined("one item");
    return out;
  }
  MatrixXd squares = MatrixXd::Zero(m + 1, m + 1);
  for (const auto& [item, score] : at.by_item) squares += score * score.transpose();
  const VectorXd bread = (at.information + prior).ldlt().solve(VectorXd::Unit(m + 1, 0));
  const double n = out.n_items, se = std::sqrt(bread.dot(squares * bread) * n / (n - 1));
  if (!(se > 0)) {
    out.p = Estimate::undefined("no variance");
    return out;
  }
  const boost::math::students_t t(n - 1);
  const double half = quantile(t, 0.975) * se;
  out.interval = Interval{b[0] - half, b[0] + half};
  out.p = Estimate::of(2 * cdf(complement(t, std::abs(b[0] / se))));
  return out;
}

}  // namespace brink::stats
