#include "brink/stats/logistic_batch.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

using Eigen::Array;
using Eigen::ArrayXXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;

/// log(1 + exp(-margin)), which overflows nowhere.
double loss(double margin) { return std::max(0.0, -margin) + std::log1p(std::exp(-std::abs(margin))); }

/// c times the summed loss, and half the squared length of the weights.
double objective(const MatrixXd& signs, const MatrixXd& scores, const MatrixXd& v, double c, Index column) {
  double sum = 0;
  for (Index i = 0; i < signs.rows(); ++i) sum += loss(signs(i, column) * scores(i, column));
  return c * sum + v.col(column).squaredNorm() / 2;
}

/// A step of every labelling: of the weights, of the intercept, and what it changes of the scores.
struct Steps {
  MatrixXd v, scores;
  RowVectorXd intercepts;
};

}  // namespace

LogisticBatch::LogisticBatch(const RowSpace& rows)
    : rows_(rows.z()), columns_(rows.z().transpose()), squares_(rows.squares()) {}

LogisticFits LogisticBatch::fit(const MatrixXd& signs, double c, double tolerance, const LogisticFits* start) const {
  constexpr int kMostSteps = 200;
  const Index n = signs.rows(), m = signs.cols(), k = squares_.size();
  LogisticFits out;
  if (start) {
    out = *start;
  } else {
    out.v = MatrixXd::Zero(k, m);
    const RowVectorXd positive = ((signs.array() + 1) / 2).colwise().sum();
    out.intercepts = (positive.array() / (static_cast<double>(n) - positive.array())).log();
  }
  MatrixXd scores = rows_ * out.v;
  scores.rowwise() += out.intercepts;
  RowVectorXd objectives(m), closeness = RowVectorXd::Constant(m, 0.1);
  for (Index j = 0; j < m; ++j) objectives(j) = objective(signs, scores, out.v, c, j);
  Array<bool, 1, Eigen::Dynamic> done = Array<bool, 1, Eigen::Dynamic>::Constant(m, false);

  for (int step = 0; step < kMostSteps && !done.all(); ++step) {
    // Gradient, and the weights of the Hessian.
    const ArrayXXd wrong = (1 + (signs.array() * scores.array()).exp()).inverse();
    const ArrayXXd weights = c * wrong * (1 - wrong);
    const MatrixXd residuals = -c * (signs.array() * wrong).matrix();
    MatrixXd gradient = columns_ * residuals + out.v;
    const RowVectorXd on_intercept = residuals.colwise().sum();
    MatrixXd diagonal = (squares_ * weights.colwise().mean().matrix()).array() + 1;
    const RowVectorXd on_diagonal = weights.colwise().sum().max(1e-300);

    // Conjugate gradients, every labelling at its own pace; one that is close enough stands still.
    Steps steps{MatrixXd::Zero(k, m), MatrixXd::Zero(n, m), RowVectorXd::Zero(m)};
    MatrixXd r = gradient, y = r.cwiseQuotient(diagonal), p = y;
    RowVectorXd r0 = on_intercept, y0 = r0.cwiseQuotient(on_diagonal), p0 = y0;
    const auto dot = [](const MatrixXd& a, const RowVectorXd& a0, const MatrixXd& b, const RowVectorXd& b0) {
      return RowVectorXd(a.cwiseProduct(b).colwise().sum() + a0.cwiseProduct(b0));
    };
    RowVectorXd ry = dot(r, r0, y, y0);
    const RowVectorXd enough = ry.array() * closeness.array().square();
    Array<bool, 1, Eigen::Dynamic> going = !done && ry.array() > 0;
    for (Index i = 0; i < 4 * k + 20 && going.any(); ++i) {
      MatrixXd on_rows = rows_ * p;
      on_rows.rowwise() += p0;
      const MatrixXd weighted = (on_rows.array() * weights).matrix();
      const MatrixXd hp = columns_ * weighted + p;
      const RowVectorXd hp0 = weighted.colwise().sum();
      const RowVectorXd curvature = dot(p, p0, hp, hp0);
      going = going && curvature.array() > 0;
      const RowVectorXd alpha = going.select(ry.array() / curvature.array(), 0.0).matrix();
      steps.v += p * alpha.asDiagonal();
      steps.scores += on_rows * alpha.asDiagonal();
      steps.intercepts += p0.cwiseProduct(alpha);
      r -= hp * alpha.asDiagonal();
      r0 -= hp0.cwiseProduct(alpha);
      y = r.cwiseQuotient(diagonal);
      y0 = r0.cwiseQuotient(on_diagonal);
      const RowVectorXd next = dot(r, r0, y, y0);
      const RowVectorXd beta = going.select(next.array() / ry.array(), 0.0).matrix();
      p = y + p * beta.asDiagonal();
      p0 = y0 + p0.cwiseProduct(beta);
      ry = going.select(next.array(), ry.array()).matrix();
      going = going && ry.array() > enough.array() && ry.array() > 0;
    }

    // Each labelling goes as far along its step as lowers its objective. Scores are linear in the step.
    const RowVectorXd decrements = dot(gradient, on_intercept, steps.v, steps.intercepts);
    for (Index j = 0; j < m; ++j) {
      if (done(j)) continue;
      const double decrement = decrements(j), scale = std::max(1.0, objectives(j));
      if (!(decrement > 0)) {
        done(j) = true;
        continue;
      }
      const Eigen::VectorXd v = out.v.col(j), before = scores.col(j);
      for (double length = 1; length > 1e-10; length /= 2) {
        out.v.col(j) = v - length * steps.v.col(j);
        scores.col(j) = before - length * steps.scores.col(j);
        const double next = objective(signs, scores, out.v, c, j);
        const bool lower = next <= objectives(j) - 1e-4 * length * decrement || decrement <= 1e-13 * scale;
        if (!lower && length > 2e-10) continue;
        out.intercepts(j) -= length * steps.intercepts(j);
        objectives(j) = next;
        break;
      }
      done(j) = decrement <= tolerance * scale;
      closeness(j) = std::clamp(decrement / scale, 1e-10, 0.1);
    }
  }
  return out;
}

}  // namespace brink::stats
