#include "brink/stats/probe_space.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "brink/stats/algebra.h"
#include "brink/stats/auroc.h"
#include "brink/stats/product.h"
#include "brink/stats/scaling.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Ref<const MatrixXd>;

constexpr Index kBlock = 512;  // columns that are scaled at a time: scaled states never stand beside the others whole
constexpr Part kParts[] = {Part::kTrain, Part::kVal, Part::kTest};

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

/// Why labels of a split have no probe, or "".
std::string why_not(const std::vector<bool>& labels, std::span<const Part> parts) {
  if (one_class(labels_of(labels, parts, Part::kTrain))) return "train one class";
  return one_class(labels_of(labels, parts, Part::kVal)) ? "val one class" : "";
}

/// A fit for each C, side by side.
LogisticFits fits_over(const MatrixXd& products, const std::vector<bool>& train_labels, std::span<const double> grid) {
  MatrixXd signs(products.rows(), 1);
  for (Index i = 0; i < signs.rows(); ++i) signs(i) = train_labels[static_cast<std::size_t>(i)] ? 1 : -1;
  const std::vector<LogisticFits> fits = LogisticBatch(products).fit(signs, grid, kRankFit);
  LogisticFits out{MatrixXd(signs.rows(), std::ssize(fits)), Eigen::RowVectorXd(std::ssize(fits))};
  for (Index j = 0; j < out.weights.cols(); ++j) {
    out.weights.col(j) = fits[static_cast<std::size_t>(j)].weights;
    out.intercepts(j) = fits[static_cast<std::size_t>(j)].intercepts(0);
  }
  return out;
}

/// The C of the largest validation AUROC.
/// @param scores  [3][n_part, n_grid], by part.
SpaceFit chosen_of(const LogisticFits& fits, const std::array<MatrixXd, 3>& scores, const std::vector<bool>& labels,
                   std::span<const Part> parts, std::span<const double> grid) {
  const auto scored = [&](Part part, std::size_t c) {
    const auto column = scores[static_cast<std::size_t>(part)].col(static_cast<Index>(c));
    return std::vector<double>(column.begin(), column.end());
  };
  const auto area = [&](Part part, std::size_t c) {
    return auroc(labels_of(labels, parts, part), scored(part, c)).value;
  };
  std::vector<double> aurocs;
  for (std::size_t c = 0; c < grid.size(); ++c) aurocs.push_back(*area(Part::kVal, c).value);
  const std::size_t best = best_c(aurocs);
  SpaceFit out;
  out.c = grid[best];
  out.fit = {fits.weights.col(static_cast<Index>(best)), fits.intercepts.segment(static_cast<Index>(best), 1)};
  out.validation = Estimate::of(aurocs[best]);
  out.train = area(Part::kTrain, best);
  out.test_scores = scored(Part::kTest, best);
  out.test = one_class(labels_of(labels, parts, Part::kTest)) ? Estimate::undefined("test one class")
                                                              : area(Part::kTest, best);
  return out;
}

SpaceFit without(std::string why) {
  SpaceFit out;
  out.why_undefined = std::move(why);
  return out;
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
    : parts_(parts.begin(), parts.end()), finite_(products.with_train.allFinite()) {
  for (const Part part : kParts)
    with_train_[static_cast<std::size_t>(part)] = products.with_train(rows_of(parts, part), Eigen::all);
}

SpaceFit fit_probe(const ProbeSpace& space, const std::vector<bool>& labels, std::span<const double> grid) {
  assert(!grid.empty());
  if (const std::string why = why_not(labels, space.parts()); !why.empty()) return without(why);
  if (!space.finite()) return without("not finite");
  const LogisticFits fits = fits_over(space.of(Part::kTrain), labels_of(labels, space.parts(), Part::kTrain), grid);
  std::array<MatrixXd, 3> scores;
  for (const Part part : kParts) scores[static_cast<std::size_t>(part)] = fits.scores(space.of(part));
  return chosen_of(fits, scores, labels, space.parts(), grid);
}

SpaceFit fit_probe_once(const MatrixXd& states, const std::vector<bool>& labels, std::span<const Part> parts,
                        std::span<const double> grid) {
  assert(!grid.empty() && std::ssize(parts) == states.rows());
  if (const std::string why = why_not(labels, parts); !why.empty()) return without(why);
  const std::vector<Index> train = rows_of(parts, Part::kTrain);
  std::vector<Scaling> scalings;
  MatrixXd products = MatrixXd::Zero(std::ssize(train), std::ssize(train));
  for (Index at = 0; at < states.cols(); at += kBlock) {
    const MatrixXd own = states(train, Eigen::seqN(at, std::min(kBlock, states.cols() - at)));
    scalings.push_back(scaling_of(own));
    MatrixXd scaled = scalings.back().apply(own);
    scalings.back().mute_constant(scaled);
    add_own_product(scaled, products);
  }
  mirror_lower(products);
  if (!products.allFinite()) return without("not finite");
  const LogisticFits fits = fits_over(products, labels_of(labels, parts, Part::kTrain), grid);

  MatrixXd of_rows = MatrixXd::Zero(states.rows(), fits.weights.cols());
  of_rows(train, Eigen::all) = fits.weights;
  MatrixXd all = fits.intercepts.replicate(states.rows(), 1);
  for (std::size_t i = 0; i < scalings.size(); ++i) {
    const Scaling& scaling = scalings[i];
    const MatrixXd centred =
        states.middleCols(static_cast<Index>(i) * kBlock, scaling.mean.size()).rowwise() - scaling.mean;
    MatrixXd weights = product(centred.transpose(), of_rows.transpose());
    for (Index j = 0; j < weights.rows(); ++j) {
      if (scaling.constant(j)) weights.row(j).setZero();
      weights.row(j) = weights.row(j) / scaling.sd(j) / scaling.sd(j);
    }
    all += product(centred, weights.transpose());
  }
  std::array<MatrixXd, 3> scores;
  for (const Part part : kParts) scores[static_cast<std::size_t>(part)] = all(rows_of(parts, part), Eigen::all);
  return chosen_of(fits, scores, labels, parts, grid);
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
  const VectorXd explained =
      product(products.with_train, inverse_of_positive(inner)).cwiseProduct(products.with_train).rowwise().sum();
  const VectorXd out = -(products.squares - explained) / (2 * identity);
  return {out.begin(), out.end()};
}

}  // namespace brink::stats
