#include "brink/stats/exposure.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <set>

#include "brink/stats/newton.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSeparated = 1e-3;  // share of the information left, below which there is no finite maximum

// At b = (log-odds, slots' terms).
Likelihood likelihood(std::span<const ExposedChange> changes, const VectorXd& b) {
  const Index r = b.size();
  Likelihood out(r);
  std::map<std::int64_t, VectorXd> by_item;
  for (const ExposedChange& change : changes) {
    const auto m = static_cast<Index>(change.mention_share.size());
    MatrixXd features = MatrixXd::Zero(m, r);
    features.col(0) = Eigen::Map<const VectorXd>(change.mention_share.data(), m);
    features.middleCols(1, m).setIdentity();
    VectorXd weight = features * b;
    weight = (weight.array() - weight.maxCoeff()).exp();
    weight[change.original] = 0;
    weight /= weight.sum();
    out.value += std::log(weight[change.destination]);
    const VectorXd mean = features.transpose() * weight;
    const VectorXd score = features.row(change.destination).transpose() - mean;
    out.score += score;
    out.information += features.transpose() * weight.asDiagonal() * features - mean * mean.transpose();
    by_item.try_emplace(change.item, VectorXd::Zero(r)).first->second += score;
  }
  for (const auto& [item, score] : by_item) out.squares += score * score.transpose();
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
  std::size_t most = 0;
  for (const ExposedChange& change : changes) most = std::max(most, change.mention_share.size());
  const auto m = static_cast<Index>(most);
  VectorXd prior = VectorXd::Constant(m + 1, kPriorPrecision);
  prior[0] = 0;  // the log-odds have none
  const Likelihood at_zero = likelihood(changes, VectorXd::Zero(m + 1));
  std::set<std::int64_t> items;
  for (const ExposedChange& change : changes) items.insert(change.item);
  out.n_items = static_cast<int>(items.size());
  if (at_zero.information(0, 0) <= 1e-9) return undefined("mentions say nothing");
  const auto [b, at] = newton_fit([&](const VectorXd& x) { return likelihood(changes, x); }, at_zero, prior);
  // Changes whose other slots were mentioned alike say nothing, so that the likelihood does not show it.
  if (at.information(0, 0) < kSeparated * at_zero.information(0, 0))
    return undefined(b[0] > 0 ? "every change is to what was mentioned more"
                              : "every change is to what was mentioned less");
  out.log_odds = Estimate::of(b[0]);
  if (out.n_items < 2) {
    out.p = Estimate::undefined("one item");
    return out;
  }
  MatrixXd curvature = at.information;
  curvature.diagonal() += prior;
  const VectorXd bread = curvature.ldlt().solve(VectorXd::Unit(m + 1, 0));
  const double n = out.n_items, se = std::sqrt(bread.dot(at.squares * bread) * n / (n - 1));
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
