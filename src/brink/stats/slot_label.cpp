#include "brink/stats/slot_label.h"

#include <Eigen/LU>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <tuple>

#include "brink/stats/algebra.h"
#include "brink/stats/arrangements.h"
#include "brink/stats/newton.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-9;

/// In the coordinates of a basis of terms: slots 0..M-1, labels M..2M-1.
CodedItem code(const LabelledItem& item, const MatrixXd& basis) {
  const Index n_slots = basis.rows() / 2;
  return code_item(item.read, basis.cols(), [&](std::size_t v, int content) -> VectorXd {
    const std::vector<int>& order = item.read.orders[v];
    const auto slot = std::find(order.begin(), order.end(), content) - order.begin();
    const Index label = item.labels[v][static_cast<std::size_t>(slot)];
    return basis.row(slot).transpose() + basis.row(n_slots + label).transpose();
  });
}

std::vector<CodedItem> code(std::span<const LabelledItem* const> items, const MatrixXd& basis) {
  std::vector<CodedItem> out;
  for (const LabelledItem* item : items) out.push_back(code(*item, basis));
  return out;
}

Likelihood likelihood(std::span<const CodedItem> items, const VectorXd& eta) {
  const Index r = eta.size();
  Likelihood out(r);
  for (const CodedItem& item : items) {
    const ArrangementMoments at = item.arrangements.moments(eta);
    const VectorXd score = item.observed - at.mean;
    out.value += item.observed.dot(eta) - at.log_sum;
    out.score += score;
    out.information += at.covariance;
    out.squares += score * score.transpose();
  }
  return out;
}

Fit fit(std::span<const CodedItem> items, Index r) {
  const Likelihood at_zero = likelihood(items, VectorXd::Zero(r));
  return newton_fit([&](const VectorXd& eta) { return likelihood(items, eta); }, at_zero,
                    VectorXd::Constant(r, kPriorPrecision));
}

/// Why the contrasts of a block of terms cannot be estimated from the information at 0, or "".
std::string why_not(const MatrixXd& information, Index first, Index n, const MatrixXd& block, const char* never) {
  if (information.trace() <= kTolerance) return "no informative item";
  const MatrixXd own = information.block(first, first, n, n);
  if (own.trace() <= kTolerance) return never;
  const MatrixXd projector = information * pseudo_inverse(information).inverse;
  if ((block - projector * block).cwiseAbs().maxCoeff() < 1e-6) return {};
  const MatrixXd cross = information.block(0, n, n, n);
  const bool tied = (own - cross).cwiseAbs().maxCoeff() < 1e-9 * std::max(1.0, own.trace());
  return tied ? "each label stays at its slot" : "too few informative items";
}

ChiSquare score_test(std::span<const LabelledItem* const> items, const MatrixXd& tested, const MatrixXd& nuisance) {
  MatrixXd both(tested.rows(), tested.cols() + nuisance.cols());
  both.leftCols(tested.cols()) = tested;
  both.rightCols(nuisance.cols()) = nuisance;
  VectorXd eta = VectorXd::Zero(both.cols());
  if (nuisance.cols() > 0) eta.tail(nuisance.cols()) = fit(code(items, nuisance), nuisance.cols()).b;
  const Likelihood at = likelihood(code(items, both), eta);
  const Index k = tested.cols(), l = nuisance.cols();
  VectorXd score = at.score.head(k);
  MatrixXd variance = at.information.topLeftCorner(k, k);
  if (l > 0) {
    const MatrixXd cross = at.information.topRightCorner(k, l);
    const MatrixXd weights = cross * pseudo_inverse(at.information.bottomRightCorner(l, l)).inverse;
    score -= weights * at.score.tail(l);
    variance -= weights * cross.transpose();
  }
  const auto [inverse, rank] = pseudo_inverse(variance);
  return chi_square(score.dot(inverse * score), rank);
}

void add_terms(Attraction& side, Index first, Index n, const MatrixXd& basis, const Fit& at, double n_items,
               bool separated) {
  const Index r = basis.cols();
  const VectorXd terms = basis * at.b;
  const MatrixXd bread = (at.at.information + kPriorPrecision * MatrixXd::Identity(r, r)).inverse();
  const MatrixXd covariance = basis * bread * at.at.squares * bread * basis.transpose();
  for (Index j = first; j < first + n; ++j) {
    Attraction::Term& term = side.terms.emplace_back(Attraction::Term{terms[j], {}, {}});
    if (separated || n_items < 2) continue;
    const double t = quantile(boost::math::students_t(n_items - 1), 0.975);
    const double half = t * std::sqrt(std::max(0.0, covariance(j, j)) * n_items / (n_items - 1));
    term.low = term.logit - half;
    term.high = term.logit + half;
  }
}

}  // namespace

SlotLabel slot_label(std::span<const LabelledItem> all) {
  SlotLabel out;
  std::vector<const LabelledItem*> items;
  Index n = 0;
  for (const LabelledItem& item : all) {
    const MatrixXd none(2 * item.read.m, 0);
    if (code(item, none).arrangements.n_states() > Arrangements::kMostStates) {
      ++out.n_too_large;
      continue;
    }
    items.push_back(&item);
    n = std::max<Index>(n, item.read.m);
  }
  out.n_items = static_cast<int>(items.size());
  const MatrixXd plain = MatrixXd::Identity(2 * n, 2 * n);
  MatrixXd information = MatrixXd::Zero(2 * n, 2 * n);
  std::vector<const LabelledItem*> informative;
  for (const LabelledItem* item : items) {
    const MatrixXd own = code(*item, plain).arrangements.moments(VectorXd::Zero(2 * n)).covariance;
    information += own;
    if (own.trace() > kTolerance) informative.push_back(item);
  }
  out.n_informative = static_cast<int>(informative.size());
  if (informative.empty()) {
    out.slots.why_undefined = out.labels.why_undefined = "no informative item";
    return out;
  }

  MatrixXd slots = MatrixXd::Zero(2 * n, n - 1), labels = slots;
  slots.topRows(n) = labels.bottomRows(n) = contrasts(n);
  out.slots.why_undefined = why_not(information, 0, n, slots, "the options never change their slots");
  out.labels.why_undefined = why_not(information, n, n, labels, "the options never change their labels");
  if (!out.slots.why_undefined.empty()) slots.resize(2 * n, 0);
  if (!out.labels.why_undefined.empty()) labels.resize(2 * n, 0);
  MatrixXd both(2 * n, slots.cols() + labels.cols());
  if (both.cols() == 0) return out;
  both.leftCols(slots.cols()) = slots;
  both.rightCols(labels.cols()) = labels;

  const Fit at = fit(code(informative, both), both.cols());
  out.separated = at.at.value > -0.01 * out.n_informative;
  for (auto [side, first, own, other] :
       {std::tuple{&out.slots, Index{0}, &slots, &labels}, std::tuple{&out.labels, n, &labels, &slots}}) {
    if (own->cols() == 0) continue;
    add_terms(*side, first, n, both, at, out.n_informative, out.separated);
    side->test = score_test(informative, *own, *other);
  }
  return out;
}

}  // namespace brink::stats
