#include "brink/stats/logistic_batch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "brink/stats/algebra.h"

namespace brink::stats {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using Column = Eigen::Ref<const VectorXd>;

constexpr std::size_t kTogether = 64;  // labellings whose vectors fit a cache beside the products

/// A direction: of the weights of rows, of the intercept, and what both change of the scores.
struct Direction {
  VectorXd weights, scores;
  double intercept = 0;
};

/// One labelling on its way to the minimum. It hands out a residual and takes the same times (I + q K)^-1, until done.
/// A gradient is K times a residual, beside its intercept's; so inner products with a direction need its scores alone.
class Descent {
 public:
  Descent(const Column& signs, double c, double tolerance, const Column& weights, double intercept,
          const Column& scores)
      : signs_(signs), c_(c), tolerance_(tolerance), at_{weights, scores, intercept}, objective_(evaluate(at_)) {
    begin_step();
  }

  bool done() const { return done_; }
  const VectorXd& residual() const { return residual_; }
  const Direction& at() const { return at_; }

  void take(const Column& on_inverse, const LogisticBatch::Preconditioner& by) {
    const double sum = residual_.sum();
    const double intercept = (on_inverse.sum() - sum + on_intercept_) / (by.q * by.sums.sum());
    const VectorXd weights = on_inverse - by.q * intercept * by.sums;
    const VectorXd scores = (residual_ - weights) / by.q;
    const double next = residual_.dot(scores) + intercept * (on_intercept_ - sum);
    if (!(next > 0)) return end_step();
    const double share = squared_ > 0 ? next / squared_ : 0;
    squared_ = next;
    along_.weights = weights + share * along_.weights;
    along_.scores = scores + share * along_.scores;
    along_.intercept = intercept + share * along_.intercept;
    const VectorXd weighted = curvatures_.cwiseProduct(along_.scores);
    const double curvature =
        along_.weights.dot(along_.scores) - along_.intercept * along_.weights.sum() + weighted.dot(along_.scores);
    if (!(curvature > 0)) return end_step();
    const double length = squared_ / curvature;
    decrement_ += length * squared_;
    step_.weights += length * along_.weights;
    step_.scores += length * along_.scores;
    step_.intercept += length * along_.intercept;
    residual_ -= length * (along_.weights + weighted);
    on_intercept_ -= length * weighted.sum();
    if (++n_taken_ > 4 * residual_.size() + 20 || norm() <= closeness_ * first_norm_) end_step();
  }

 private:
  double norm() const { return std::hypot(residual_.norm(), on_intercept_); }

  /// C times the summed loss, and half the squared length of the weights of columns.
  double evaluate(const Direction& at) const {
    const ArrayXd margins = signs_.array() * at.scores.array();
    const double loss = ((-margins.abs()).exp().log1p() - margins.min(0.0)).sum();
    return c_ * loss + (at.weights.dot(at.scores) - at.intercept * at.weights.sum()) / 2;
  }

  void begin_step() {
    const ArrayXd margins = signs_.array() * at_.scores.array(), small = (-margins.abs()).exp();
    const ArrayXd wrong = (margins > 0).select(small, 1) / (1 + small);
    curvatures_ = c_ * wrong * (1 - wrong);
    const VectorXd pull = c_ * signs_.array() * wrong;
    residual_ = at_.weights - pull;
    on_intercept_ = -pull.sum();
    const Index n = signs_.size();
    step_ = along_ = {VectorXd::Zero(n), VectorXd::Zero(n), 0};
    first_norm_ = norm();
    squared_ = decrement_ = 0;
    n_taken_ = 0;
  }

  /// As far along the step as lowers the objective.
  void end_step() {
    constexpr int kMostSteps = 200;
    const double scale = std::max(1.0, objective_);
    done_ = !(decrement_ > tolerance_ * scale) || ++n_steps_ == kMostSteps;
    if (!(decrement_ > 0)) return;
    Direction next;
    double found = 0;
    for (double length = 1; length > 1e-10; length /= 2) {
      next = {at_.weights - length * step_.weights, at_.scores - length * step_.scores,
              at_.intercept - length * step_.intercept};
      found = evaluate(next);
      // Near the minimum the objective no longer shows what a step gains.
      if (found <= objective_ - 1e-4 * length * decrement_ || decrement_ <= 1e-13 * scale) break;
    }
    at_ = std::move(next);
    objective_ = found;
    closeness_ = std::clamp(decrement_ / scale, 1e-10, 0.1);
    if (!done_) begin_step();
  }

  VectorXd signs_;
  double c_, tolerance_;
  Direction at_;
  double objective_;
  bool done_ = false;
  int n_steps_ = 0;
  // The quadratic model at at_, and how far its minimum is known: along_ is where conjugate gradients go next.
  VectorXd curvatures_, residual_;
  double on_intercept_ = 0, first_norm_ = 0, closeness_ = 0.1, squared_ = 0, decrement_ = 0;
  Index n_taken_ = 0;
  Direction step_, along_;
};

/// Mean over labellings and rows of C p (1 - p).
double mean_curvature(const MatrixXd& scores, double c) {
  const Eigen::ArrayXXd small = (-scores.array().abs()).exp();
  return c * (small / (1 + small).square()).mean();
}

/// Weights change about as much from C to C as log C does, once rows are told apart.
LogisticFits ahead(const LogisticFits& before, const LogisticFits& last, double share) {
  return {last.weights + share * (last.weights - before.weights),
          last.intercepts + share * (last.intercepts - before.intercepts)};
}

LogisticFits without_weights(const MatrixXd& signs) {
  const RowVectorXd positive = ((signs.array() + 1) / 2).colwise().sum();
  return {MatrixXd::Zero(signs.rows(), signs.cols()),
          (positive.array() / (static_cast<double>(signs.rows()) - positive.array())).log()};
}

}  // namespace

MatrixXd LogisticFits::scores(const Eigen::Ref<const MatrixXd>& with_rows) const {
  return product(with_rows, weights.transpose()).rowwise() + intercepts;
}

LogisticBatch::LogisticBatch(const Eigen::Ref<const MatrixXd>& products) : products_(products) {}

const LogisticBatch::Preconditioner& LogisticBatch::preconditioner(double q) {
  constexpr double kNear = 64;  // so far from what it should be costs fewer steps than another one
  for (const Preconditioner& one : preconditioners_)
    if (one.q <= kNear * q && q <= kNear * one.q) return one;
  MatrixXd shifted = q * products_;
  shifted.diagonal().array() += 1;
  const MatrixXd inverse = inverse_of_positive(shifted);
  return preconditioners_.emplace_back(Preconditioner{q, Multiplier(inverse), inverse.rowwise().sum()});
}

LogisticFits LogisticBatch::fit(const MatrixXd& signs, double c, double tolerance, const LogisticFits* start) {
  assert(signs.rows() == products_.rows() && c > 0);
  LogisticFits out = start ? *start : without_weights(signs);
  const MatrixXd scores = start ? out.scores(products_) : MatrixXd(out.intercepts.replicate(signs.rows(), 1));
  const Preconditioner& by = preconditioner(std::max(mean_curvature(scores, c), 1e-300));

  struct Going {
    Index column;
    Descent descent;
  };
  std::vector<Going> going;
  MatrixXd residuals(signs.rows(),
                     static_cast<Index>(std::min<std::size_t>(kTogether, static_cast<std::size_t>(signs.cols()))));
  for (Index next = 0; next < signs.cols() || !going.empty();) {
    for (; next < signs.cols() && going.size() < kTogether; ++next)
      going.push_back({next, Descent(signs.col(next), c, tolerance, out.weights.col(next), out.intercepts(next),
                                     scores.col(next))});
    for (std::size_t i = 0; i < going.size(); ++i) residuals.col(static_cast<Index>(i)) = going[i].descent.residual();
    const MatrixXd on_inverse = by.inverse * residuals.leftCols(std::ssize(going));
    for (std::size_t i = 0; i < going.size(); ++i) {
      Descent& descent = going[i].descent;
      descent.take(on_inverse.col(static_cast<Index>(i)), by);
      if (!descent.done()) continue;
      out.weights.col(going[i].column) = descent.at().weights;
      out.intercepts(going[i].column) = descent.at().intercept;
    }
    std::erase_if(going, [](const Going& one) { return one.descent.done(); });
  }
  return out;
}

std::vector<LogisticFits> LogisticBatch::fit(const MatrixXd& signs, std::span<const double> grid, double tolerance) {
  std::vector<LogisticFits> out;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    LogisticFits start;
    if (i == 1) start = out.front();
    if (i > 1) {
      const double before = std::log(grid[i - 1] / grid[i - 2]), now = std::log(grid[i] / grid[i - 1]);
      start = ahead(out[i - 2], out[i - 1], before > 0 ? std::min(1.0, now / before) : 0);
    }
    out.push_back(fit(signs, grid[i], tolerance, i > 0 ? &start : nullptr));
  }
  return out;
}

}  // namespace brink::stats
