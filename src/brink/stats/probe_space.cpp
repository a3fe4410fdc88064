#include "brink/stats/probe_space.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>

#include "brink/stats/auroc.h"
#include "brink/stats/product.h"
#include "brink/stats/scaling.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Ref<const MatrixXd>;

constexpr Index kBlock =
    512;  // columns that are scaled at a time: the scaled states never stand beside the others whole

bool one_class(const std::vector<bool>& labels) {
  return std::find(labels.begin(), labels.end(), true) == labels.end() ||
         std::find(labels.begin(), labels.end(), false) == labels.end();
}

ScaledProducts products_of(const Rows& train, const Rows& rows) {
  ScaledProducts out;
  out.d = static_cast<int>(train.cols());
  out.with_train = MatrixXd::Zero(rows.rows(), train.rows());
  out.squares = VectorXd::Zero(rows.rows());
  for (Index at = 0; at < train.cols(); at += kBlock) {
    const Index width = std::min(kBlock, train.cols() - at);
    const Scaling scaling = scaling_of(train.middleCols(at, width));
    MatrixXd of_train = scaling.apply(train.middleCols(at, width)), of_rows = scaling.apply(rows.middleCols(at, width));
    scaling.mute_constant(of_train);
    scaling.mute_constant(of_rows);
    out.with_train += product(of_rows, of_train);
    out.squares += of_rows.rowwise().squaredNorm();
  }
  return out;
}

double area(const std::vector<bool>& labels, const std::vector<double>& scores) {
  return *auroc(labels, scores).value.value;
}

}  // namespace

ScaledProducts& ScaledProducts::operator+=(const ScaledProducts& other) {
  if (d == 0) return *this = other;
  assert(with_train.rows() == other.with_train.rows() && with_train.cols() == other.with_train.cols());
  with_train += other.with_train;
  squares += other.squares;
  d += other.d;
  return *this;
}

ScaledProducts scaled_products(const Rows& states, std::span<const Part> parts) {
  return scaled_products(states, parts, states);
}

ScaledProducts scaled_products(const Rows& states, std::span<const Part> parts, const Rows& other) {
  assert(std::ssize(parts) == states.rows() && states.cols() == other.cols());
  return products_of(states(rows_of(parts, Part::kTrain), Eigen::all), other);
}

std::vector<Index> rows_of(std::span<const Part> parts, Part part) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] == part) out.push_back(static_cast<Index>(i));
  return out;
}

std::vector<bool> labels_of(const std::vector<bool>& labels, std::span<const Part> parts, Part part) {
  assert(labels.size() == parts.size());
  std::vector<bool> out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] == part) out.push_back(labels[i]);
  return out;
}

ProbeSpace::ProbeSpace(const ScaledProducts& products, std::span<const Part> parts)
    : parts_(parts.begin(), parts.end()),
      finite_(products.with_train.allFinite()),
      train_(RowSpace::of_products(finite_ ? MatrixXd(products.with_train(rows_of(parts, Part::kTrain), Eigen::all))
                                           : MatrixXd::Zero(1, 1))) {
  if (!finite_) return;
  for (const Part part : {Part::kTrain, Part::kVal, Part::kTest})
    coordinates_[static_cast<std::size_t>(part)] =
        train_.coordinates(products.with_train(rows_of(parts, part), Eigen::all));
}

SpaceFit fit_probe(const ProbeSpace& space, const std::vector<bool>& labels, std::span<const double> grid) {
  assert(!grid.empty());
  SpaceFit out;
  const std::vector<bool> train = labels_of(labels, space.parts(), Part::kTrain),
                          validation = labels_of(labels, space.parts(), Part::kVal),
                          test = labels_of(labels, space.parts(), Part::kTest);
  if (one_class(train) || one_class(validation)) {
    out.why_undefined = one_class(train) ? "train one class" : "val one class";
    return out;
  }
  if (!space.finite()) {
    out.why_undefined = "not finite";
    return out;
  }
  const auto scores = [&](const LogisticFit& fit, Part part) {
    return decision_scores(space.coordinates(part), fit.v, fit.intercept);
  };
  std::vector<LogisticFit> fits;
  std::vector<double> aurocs;
  for (const double c : grid) {
    fits.push_back(fit_logistic(space.train(), train, c, kRankFit, fits.empty() ? nullptr : &fits.back()));
    aurocs.push_back(area(validation, scores(fits.back(), Part::kVal)));
  }
  const std::size_t best = best_c(aurocs);
  out.c = grid[best];
  out.fit = std::move(fits[best]);
  out.validation = Estimate::of(aurocs[best]);
  out.train = Estimate::of(area(train, scores(out.fit, Part::kTrain)));
  out.test_scores = scores(out.fit, Part::kTest);
  out.test = one_class(test) ? Estimate::undefined("test one class") : Estimate::of(area(test, out.test_scores));
  return out;
}

std::vector<double> scores_of(const ProbeSpace& space, const LogisticFit& fit, const MatrixXd& with_train) {
  return decision_scores(space.train().coordinates(with_train), fit.v, fit.intercept);
}

std::vector<double> mean_difference_scores(const ScaledProducts& products, const std::vector<bool>& train_labels) {
  assert(std::ssize(train_labels) == products.with_train.cols() && !one_class(train_labels));
  const double n_positive = static_cast<double>(std::count(train_labels.begin(), train_labels.end(), true));
  const double n_negative = static_cast<double>(train_labels.size()) - n_positive;
  VectorXd weights(std::ssize(train_labels));
  for (std::size_t i = 0; i < train_labels.size(); ++i)
    weights(static_cast<Index>(i)) = train_labels[i] ? 1 / n_positive : -1 / n_negative;
  return decision_scores(products.with_train, weights, 0);
}

std::vector<double> shrunk_log_density(const ScaledProducts& products, std::span<const Part> parts) {
  const std::vector<Index> train = rows_of(parts, Part::kTrain);
  const MatrixXd own = products.with_train(train, Eigen::all);
  const double n = static_cast<double>(own.rows()), d = products.d;
  const double mean = own.trace() / n / d;
  if (!(mean > 0)) return {};
  const double squared = own.squaredNorm() / (n * n);
  const double off_identity = squared - d * mean * mean;
  const double noise = (own.diagonal().squaredNorm() / n - squared) / n;
  const double shrinkage = off_identity > 0 ? std::clamp(noise / off_identity, 1e-6, 1.0) : 1.0;
  // By Woodbury's identity, so that only [n_train, n_train] is inverted.
  const double identity = shrinkage * mean;
  if (shrinkage == 1.0) {
    const VectorXd out = -products.squares / (2 * identity);
    return {out.begin(), out.end()};
  }
  MatrixXd inner = own;
  inner.diagonal().array() += n * identity / (1 - shrinkage);
  const Eigen::LLT<MatrixXd> factor(inner);
  std::vector<double> out;
  for (Index i = 0; i < products.with_train.rows(); ++i) {
    const VectorXd row = products.with_train.row(i);
    out.push_back(-(products.squares(i) - row.dot(factor.solve(row))) / (2 * identity));
  }
  return out;
}

}  // namespace brink::stats
