#include "brink/stats/scaling.h"

#include <cassert>
#include <limits>

namespace brink::stats {

using Eigen::MatrixXd;

MatrixXd Scaling::apply(const Eigen::Ref<const MatrixXd>& rows) const {
  return (rows.rowwise() - mean).array().rowwise() / sd.array();
}

void Scaling::mute_constant(Eigen::Ref<MatrixXd> rows) const {
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    if (constant(j)) rows.col(j).setZero();
  }
}

Scaling scaling_of(const Eigen::Ref<const MatrixXd>& rows) {
  assert(rows.rows() >= 1);
  Scaling out;
  out.mean = rows.colwise().mean();
  out.sd = (rows.rowwise() - out.mean).array().square().colwise().mean().sqrt();
  const double least = 10 * std::numeric_limits<double>::epsilon();
  out.constant = out.sd.array() <= least * out.mean.array().abs();
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    if ((rows.col(j).array() == rows(0, j)).all()) out.constant(j) = true;
    if (out.constant(j)) out.sd(j) = 1;
  }
  return out;
}

}  // namespace brink::stats
