#include "brink/stats/logistic.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// log(1 + exp(-margin)), which overflows nowhere.
double loss(double margin) { return std::max(0.0, -margin) + std::log1p(std::exp(-std::abs(margin))); }

double wrong_probability(double margin) {
  return margin >= 0 ? std::exp(-margin) / (1 + std::exp(-margin)) : 1 / (1 + std::exp(margin));
}

/// The penalised loss of one labelling. A point is [k + 1]: v, then the intercept.
class Problem {
 public:
  Problem(const RowSpace& rows, const std::vector<bool>& labels, double c) : rows_(rows), c_(c) {
    signs_.resize(std::ssize(labels));
    for (Index i = 0; i < signs_.size(); ++i) signs_(i) = labels[static_cast<std::size_t>(i)] ? 1 : -1;
  }

  VectorXd scores(const VectorXd& at) const {
    const Index k = at.size() - 1;
    return ((rows_.z() * at.head(k)).array() + at(k)).matrix();
  }

  double objective(const VectorXd& at, const VectorXd& scores) const {
    double sum = 0;
    for (Index i = 0; i < scores.size(); ++i) sum += loss(signs_(i) * scores(i));
    return c_ * sum + at.head(at.size() - 1).squaredNorm() / 2;
  }

  /// Gradient at a point, and the weights of the Hessian there.
  VectorXd gradient(const VectorXd& at, const VectorXd& scores) {
    ArrayXd wrong(scores.size());
    for (Index i = 0; i < scores.size(); ++i) wrong(i) = wrong_probability(signs_(i) * scores(i));
    weights_ = c_ * wrong * (1 - wrong);
    const VectorXd residual = -c_ * (signs_.array() * wrong).matrix();
    VectorXd out(at.size());
    out << rows_.z().transpose() * residual + at.head(at.size() - 1), residual.sum();
    const double mean = weights_.mean();
    diagonal_.resize(at.size());
    diagonal_ << mean * rows_.squares().array() + 1, std::max(weights_.sum(), 1e-300);
    return out;
  }

  VectorXd hessian_times(const VectorXd& direction) const {
    const VectorXd weighted = (scores(direction).array() * weights_).matrix();
    VectorXd out(direction.size());
    out << rows_.z().transpose() * weighted + direction.head(direction.size() - 1), weighted.sum();
    return out;
  }

  /// H^-1 g to a relative residual, in the norm of the preconditioner.
  VectorXd newton_step(const VectorXd& gradient, double relative) const {
    VectorXd x = VectorXd::Zero(gradient.size()), r = gradient;
    VectorXd y = r.cwiseQuotient(diagonal_), p = y;
    double ry = r.dot(y);
    const double enough = ry * relative * relative;
    for (Index i = 0; i < 4 * gradient.size() + 20 && ry > enough && ry > 0; ++i) {
      const VectorXd hp = hessian_times(p);
      const double curvature = p.dot(hp);
      if (!(curvature > 0)) break;
      x += ry / curvature * p;
      r -= ry / curvature * hp;
      y = r.cwiseQuotient(diagonal_);
      const double next = r.dot(y);
      p = y + next / ry * p;
      ry = next;
    }
    return x;
  }

 private:
  const RowSpace& rows_;
  double c_;
  VectorXd signs_, diagonal_;
  ArrayXd weights_;
};

VectorXd starting_point(Index k, const std::vector<bool>& labels, const LogisticFit* start) {
  VectorXd at = VectorXd::Zero(k + 1);
  if (start) {
    at << start->v, start->intercept;
  } else {
    const double positive = static_cast<double>(std::count(labels.begin(), labels.end(), true));
    at(k) = std::log(positive / (static_cast<double>(labels.size()) - positive));
  }
  return at;
}

}  // namespace

RowSpace::RowSpace(const Eigen::Ref<const MatrixXd>& rows) {
  const Index n = rows.rows(), d = rows.cols();
  const bool wide = d > n;
  MatrixXd in_span = rows;
  Eigen::HouseholderQR<MatrixXd> qr;
  if (wide) {
    qr.compute(rows.transpose());
    in_span = MatrixXd(qr.matrixQR().topRows(n).triangularView<Eigen::Upper>()).transpose();
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> axes(in_span.transpose() * in_span);
  squares_ = axes.eigenvalues().cwiseMax(0);
  z_ = in_span * axes.eigenvectors();
  if (wide) {
    basis_ = MatrixXd::Zero(d, n);
    basis_.topRows(n) = axes.eigenvectors();
    basis_.applyOnTheLeft(qr.householderQ());
  } else {
    basis_ = axes.eigenvectors();
  }
}

LogisticFit fit_logistic(const RowSpace& rows, const std::vector<bool>& labels, double c, double tolerance,
                         const LogisticFit* start) {
  assert(std::ssize(labels) == rows.z().rows() && c > 0);
  assert(std::find(labels.begin(), labels.end(), true) != labels.end());
  assert(std::find(labels.begin(), labels.end(), false) != labels.end());
  constexpr int kMostSteps = 200;
  Problem problem(rows, labels, c);
  VectorXd at = starting_point(rows.z().cols(), labels, start);
  VectorXd scores = problem.scores(at);
  double objective = problem.objective(at, scores);
  double closeness = 0.1;
  for (int step = 0; step < kMostSteps; ++step) {
    const VectorXd gradient = problem.gradient(at, scores);
    const VectorXd direction = problem.newton_step(gradient, closeness);
    const double decrement = gradient.dot(direction), scale = std::max(1.0, objective);
    if (!(decrement > 0)) break;
    double length = 1;
    VectorXd next_at, next_scores;
    double next = 0;
    for (; length > 1e-10; length /= 2) {
      next_at = at - length * direction;
      next_scores = problem.scores(next_at);
      next = problem.objective(next_at, next_scores);
      // Near the minimum the objective no longer shows what a step gains.
      if (next <= objective - 1e-4 * length * decrement || decrement <= 1e-13 * scale) break;
    }
    at = next_at;
    scores = next_scores;
    const bool done = decrement <= tolerance * scale;
    objective = next;
    if (done) break;
    closeness = std::clamp(decrement / scale, 1e-10, 0.1);
  }
  const Index k = at.size() - 1;
  return {at.head(k), at(k), objective};
}

std::vector<double> decision_scores(const Eigen::Ref<const MatrixXd>& rows, const VectorXd& weights, double intercept) {
  std::vector<double> out(static_cast<std::size_t>(rows.rows()), intercept);
  // Column by column, so that every row's sum is taken in the same order.
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index i = 0; i < rows.rows(); ++i) out[static_cast<std::size_t>(i)] += rows(i, j) * weights(j);
  }
  return out;
}

}  // namespace brink::stats
