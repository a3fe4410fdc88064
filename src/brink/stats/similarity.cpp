#include "brink/stats/similarity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "brink/stats/effective_dimension.h"
#include "brink/stats/ranks.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// tr(a b) / sqrt(tr a^2 tr b^2) of symmetric matrices.
Estimate cosine(const MatrixXd& a, const MatrixXd& b) {
  const double norms = a.norm() * b.norm();
  return norms > 0 ? Estimate::of(std::min(1.0, a.cwiseProduct(b).sum() / norms)) : Estimate::undefined("no variance");
}

/// Rows, columns and the whole off the diagonal sum to 0, the diagonal is 0. n >= 3.
MatrixXd u_centred(MatrixXd gram) {
  const double n = static_cast<double>(gram.rows());
  gram.diagonal().setZero();
  const Eigen::VectorXd means = gram.rowwise().sum() / (n - 2);
  const double whole = gram.sum() / ((n - 1) * (n - 2));
  gram.colwise() -= means;
  gram.rowwise() -= means.transpose();
  gram.array() += whole;
  gram.diagonal().setZero();
  return gram;
}

/// Midranks, about their mean, of the distances between rows.
Eigen::VectorXd distance_ranks(const MatrixXd& gram) {
  std::vector<double> distances;
  for (Index j = 0; j < gram.cols(); ++j) {
    for (Index i = 0; i < j; ++i) distances.push_back(std::max(0.0, gram(i, i) + gram(j, j) - 2 * gram(i, j)));
  }
  const std::vector<double> ranks = midranks(distances);
  const Eigen::Map<const Eigen::VectorXd> values(ranks.data(), std::ssize(ranks));
  return values.array() - values.mean();
}

}  // namespace

Similarity similarity(const Eigen::Ref<const MatrixXd>& x, const Eigen::Ref<const MatrixXd>& y) {
  assert(x.rows() == y.rows());
  const Index n = x.rows();
  Similarity out;
  for (Estimate* estimate : {&out.cka, &out.cka_debiased, &out.rsa}) *estimate = Estimate::undefined("n < 2");
  if (n < 2) return out;
  const auto [dimension_of_x, of_x] = dimension_and_gram(x);
  const auto [dimension_of_y, of_y] = dimension_and_gram(y);
  const auto constant = [](const EffectiveDimension& e) { return e.plain.why_undefined == "no variance"; };
  if (constant(dimension_of_x) || constant(dimension_of_y)) {
    for (Estimate* estimate : {&out.cka, &out.cka_debiased, &out.rsa}) *estimate = Estimate::undefined("no variance");
    return out;
  }
  out.cka = cosine(of_x, of_y);
  out.cka_debiased = n < 4 ? Estimate::undefined("n < 4") : cosine(u_centred(of_x), u_centred(of_y));
  if (n < 3) {
    out.rsa = Estimate::undefined("n < 3");
    return out;
  }
  const Eigen::VectorXd rx = distance_ranks(of_x), ry = distance_ranks(of_y);
  const double norms = rx.norm() * ry.norm();
  out.rsa =
      norms > 0 ? Estimate::of(std::clamp(rx.dot(ry) / norms, -1.0, 1.0)) : Estimate::undefined("constant distances");
  return out;
}

}  // namespace brink::stats
