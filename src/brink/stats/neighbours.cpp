#include "brink/stats/neighbours.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;

std::vector<int> distinct_rows(const Eigen::Ref<const MatrixXd>& rows) {
  const auto before = [&](int a, int b) {
    for (Index j = 0; j < rows.cols(); ++j) {
      if (rows(a, j) != rows(b, j)) return rows(a, j) < rows(b, j);
    }
    return false;
  };
  std::set<int, decltype(before)> seen(before);
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(rows.rows()); ++i) {
    if (seen.insert(i).second) out.push_back(i);
  }
  return out;
}

MatrixXd nearest_distances(const Eigen::Ref<const MatrixXd>& rows, int k) {
  const Index n = rows.rows();
  assert(k >= 1 && k < n);
  const MatrixXd points = rows.transpose();  // a row's numbers side by side in memory
  MatrixXd distances = MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      distances(i, j) = distances(j, i) = (points.col(i) - points.col(j)).norm();
    }
  }
  MatrixXd nearest(k, n);
  for (Index i = 0; i < n; ++i) {
    auto column = distances.col(i);
    std::swap(column(i), column(n - 1));  // not its own neighbour
    std::partial_sort(column.begin(), column.begin() + k, column.end() - 1);
    nearest.col(i) = column.head(k);
  }
  return nearest;
}

}  // namespace brink::stats
