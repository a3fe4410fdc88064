#include "brink/stats/ccs.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd normalized(const Eigen::Ref<const MatrixXd>& rows, bool by_sd) {
  MatrixXd out = rows.rowwise() - rows.colwise().mean();
  if (!by_sd) return out;
  for (Index j = 0; j < out.cols(); ++j) {
    const double sd = std::sqrt((out.col(j).array() - out.col(j).mean()).square().mean());
    if (sd > 0) out.col(j) /= sd;
  }
  return out;
}

ArrayXd probabilities(const MatrixXd& rows, const Eigen::VectorXd& weights, double intercept) {
  ArrayXd out = (rows * weights).array() + intercept;
  for (double& value : out) value = 1 / (1 + std::exp(-value));
  return out;
}

}  // namespace

ContrastPairs contrast_pairs(const Eigen::Ref<const MatrixXd>& negated, const Eigen::Ref<const MatrixXd>& affirmed,
                             bool by_sd) {
  assert(negated.rows() == affirmed.rows() && negated.cols() == affirmed.cols() && negated.rows() >= 1);
  return {normalized(negated, by_sd), normalized(affirmed, by_sd)};
}

Ccs evaluate_ccs(const ContrastPairs& pairs, const Eigen::VectorXd& weights, double intercept) {
  const ArrayXd p0 = probabilities(pairs.negated, weights, intercept);
  const ArrayXd p1 = probabilities(pairs.affirmed, weights, intercept);
  const ArrayXd off = p0 + p1 - 1, least = p0.min(p1);
  Ccs out;
  out.consistency = off.square().mean();
  out.confidence = least.square().mean();
  const double n = static_cast<double>(p0.size());
  const ArrayXd lower0 = (p0 < p1).cast<double>() + (p0 == p1).cast<double>() / 2;
  const ArrayXd on_p0 = 2 * off + 2 * lower0 * p0, on_p1 = 2 * off + 2 * (1 - lower0) * p1;
  const Eigen::VectorXd e0 = on_p0 * p0 * (1 - p0) / n, e1 = on_p1 * p1 * (1 - p1) / n;
  out.gradient.resize(weights.size() + 1);
  out.gradient << pairs.negated.transpose() * e0 + pairs.affirmed.transpose() * e1, e0.sum() + e1.sum();
  for (Index i = 0; i < p0.size(); ++i) out.score.push_back((p0(i) + 1 - p1(i)) / 2);
  return out;
}

CcsFit train_ccs(const ContrastPairs& pairs, std::uint64_t seed, int n_starts, int n_steps) {
  assert(n_starts >= 1 && n_steps >= 1);
  const Index d = pairs.negated.cols();
  const auto loss_of = [](const Ccs& at) { return at.consistency + at.confidence; };
  const auto evaluate = [&](const Eigen::VectorXd& at) { return evaluate_ccs(pairs, at.head(d), at(d)); };
  SplitMix64 rng(seed);
  CcsFit best;
  for (int start = 0; start < n_starts; ++start) {
    Eigen::VectorXd at(d + 1);
    for (double& value : at) value = rng.uniform() + rng.uniform() + rng.uniform() - 1.5;
    at.normalize();
    at(d) = 0;
    Ccs here = evaluate(at);
    double length = 1;
    int steps = 0;
    while (steps < n_steps && here.gradient.norm() >= 1e-10) {
      ++steps;
      Eigen::VectorXd next;
      Ccs there;
      for (;; length /= 2) {
        next = at - length * here.gradient;
        there = evaluate(next);
        if (length < 1e-12 || loss_of(there) <= loss_of(here) - 1e-4 * length * here.gradient.squaredNorm()) break;
      }
      if (length < 1e-12) break;
      const Eigen::VectorXd change = there.gradient - here.gradient;
      const double curvature = (next - at).dot(change);
      length = curvature > 0 ? std::clamp((next - at).squaredNorm() / curvature, 1e-6, 1e6) : 2 * length;
      at = std::move(next);
      here = std::move(there);
    }
    if (start == 0 || loss_of(here) < best.loss) best = {at.head(d), at(d), loss_of(here), steps};
  }
  return best;
}

}  // namespace brink::stats
