#include "brink/stats/neighbours.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>

#include "brink/stats/product.h"

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::MatrixXf;

namespace {

constexpr Index kBlock = 256;  // rows whose products with all others are held at a time

/// What rounding can move a squared distance by, for each product of two lengths: sums of 256 products in single
/// precision, and those of the blocks added up.
double off_by_products(Index d) { return std::ldexp(260.0 + static_cast<double>(d) / 256, -23); }
/// And for each square of their sum: the numbers themselves are rounded.
constexpr double kOffByNumbers = 2.5e-7;

/// Rows about their mean in single precision, in units of the largest number.
struct Coarse {
  MatrixXf rows;
  Eigen::VectorXd squares, lengths;  // |row|^2, |row|, of the rows as they were rounded
};

Coarse coarse_rows(const Eigen::Ref<const MatrixXd>& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  const double scale = (rows.rowwise() - mean).cwiseAbs().maxCoeff();
  Coarse out;
  out.rows = ((rows.rowwise() - mean) / (scale > 0 ? scale : 1)).cast<float>();
  out.squares = out.rows.cast<double>().rowwise().squaredNorm();
  out.lengths = out.squares.cwiseSqrt();
  return out;
}

}  // namespace

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
  const Coarse coarse = coarse_rows(rows);
  const double of_products = off_by_products(rows.cols());
  MatrixXd nearest(k, n);
  std::vector<double> least(static_cast<std::size_t>(n)), most(least), exact;  // bounds of the squared distances
  for (Index from = 0; from < n; from += kBlock) {
    const Index width = std::min(kBlock, n - from);
    const MatrixXf products = product(coarse.rows, coarse.rows.middleRows(from, width));  // [n, width]
    for (Index i = from; i < from + width; ++i) {
      const double square = coarse.squares(i), length = coarse.lengths(i);
      for (Index j = 0; j < n; ++j) {
        const double about = square + coarse.squares(j) - 2 * static_cast<double>(products(j, i - from));
        const double both = length + coarse.lengths(j);
        const double off = of_products * length * coarse.lengths(j) + kOffByNumbers * both * both;
        least[static_cast<std::size_t>(j)] = about - off;
        most[static_cast<std::size_t>(j)] = about + off;
      }
      most[static_cast<std::size_t>(i)] = std::numeric_limits<double>::infinity();  // not its own neighbour
      std::nth_element(most.begin(), most.begin() + (k - 1), most.end());
      exact.clear();
      for (Index j = 0; j < n; ++j)
        if (j != i && least[static_cast<std::size_t>(j)] <= most[static_cast<std::size_t>(k) - 1])
          exact.push_back((points.col(i) - points.col(j)).norm());
      std::partial_sort(exact.begin(), exact.begin() + k, exact.end());
      nearest.col(i) = Eigen::Map<const Eigen::VectorXd>(exact.data(), k);
    }
  }
  return nearest;
}

}  // namespace brink::stats
