#include "brink/stats/neighbours.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>

#include "brink/stats/product.h"

namespace brink::stats {

using Eigen::ArrayXf;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::MatrixXf;

namespace {

constexpr Index kBlock = 1024;  // rows whose products with as many others are held at a time

/// What rounding can move a squared distance by, for each product of two lengths: sums of 256 products in single
/// precision, and those of the blocks added up.
float off_by_products(Index d) { return std::ldexp(260.0f + static_cast<float>(d) / 256, -23); }
/// For each square of the sum of two lengths: the numbers themselves are rounded, and the sums of squares.
constexpr float kOffByNumbers = 5e-7f;
/// And in any case, where numbers are so small that single precision loses them.
constexpr float kOffBySmall = 1e-30f;

/// Rows about their mean in single precision, in units of the largest number.
struct Coarse {
  MatrixXf rows;
  ArrayXf squares, lengths;  // |row|^2, |row|
};

Coarse coarse_rows(const Eigen::Ref<const MatrixXd>& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  const double scale = (rows.rowwise() - mean).cwiseAbs().maxCoeff();
  Coarse out;
  out.rows = ((rows.rowwise() - mean) / (scale > 0 ? scale : 1)).cast<float>();
  const Eigen::VectorXd squares = out.rows.cast<double>().rowwise().squaredNorm();
  out.squares = squares.cast<float>();
  out.lengths = squares.cwiseSqrt().cast<float>();
  return out;
}

/// Rows that may be among the k nearest of one, by bounds of their squared distances.
class Candidates {
 public:
  explicit Candidates(int k) : k_(static_cast<std::size_t>(k)), prune_at_(8 * k_ + 64) {}

  /// What is further than that is none: the k-th smallest upper bound.
  float limit() const { return most_.size() < k_ ? std::numeric_limits<float>::infinity() : most_.front(); }

  void add(Index row, float least, float most) {
    if (most < limit()) {
      if (most_.size() == k_) {
        std::pop_heap(most_.begin(), most_.end());
        most_.pop_back();
      }
      most_.push_back(most);
      std::push_heap(most_.begin(), most_.end());
    }
    found_.push_back({least, row});
    if (found_.size() < prune_at_) return;
    prune();
    prune_at_ = std::max(prune_at_, 2 * found_.size());
  }

  /// Distances to the k nearest, ascending.
  Eigen::VectorXd nearest(const MatrixXd& points, Index own) {
    prune();
    std::vector<double> exact;
    for (const auto& [least, row] : found_) exact.push_back((points.col(own) - points.col(row)).norm());
    const auto k = static_cast<Index>(k_);
    std::partial_sort(exact.begin(), exact.begin() + k, exact.end());
    return Eigen::Map<const Eigen::VectorXd>(exact.data(), k);
  }

 private:
  void prune() {
    std::erase_if(found_, [limit = limit()](const auto& one) { return one.first > limit; });
  }

  std::size_t k_, prune_at_;
  std::vector<float> most_;                     // a heap of the k smallest
  std::vector<std::pair<float, Index>> found_;  // lower bounds, rows
};

/// Offers the rows from `from` on to those from `to` on, [n_from, n_to] products of them.
void offer(const MatrixXf& products, const Coarse& coarse, Index from, Index to, std::vector<Candidates>& candidates) {
  const Index n = products.rows();
  const float of_products = off_by_products(coarse.rows.cols());
  const auto squares = coarse.squares.segment(from, n), lengths = coarse.lengths.segment(from, n);
  ArrayXf least(n);
  const auto off = [&](float length, const auto& other) {
    return of_products * length * other + kOffByNumbers * (length + other) * (length + other) + kOffBySmall;
  };
  for (Index i = to; i < to + products.cols(); ++i) {
    Candidates& own = candidates[static_cast<std::size_t>(i)];
    const float length = coarse.lengths(i);
    least = coarse.squares(i) + squares - 2.0f * products.col(i - to).array() - off(length, lengths);
    for (Index j = 0; j < n; ++j)
      if (least(j) <= own.limit() && from + j != i) own.add(from + j, least(j), least(j) + 2 * off(length, lengths(j)));
  }
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
  const Coarse coarse = coarse_rows(rows);
  std::vector<Candidates> candidates(static_cast<std::size_t>(n), Candidates(k));
  for (Index to = 0; to < n; to += kBlock) {
    const auto own = coarse.rows.middleRows(to, std::min(kBlock, n - to));
    for (Index from = 0; from <= to; from += kBlock) {
      const MatrixXf products = product(coarse.rows.middleRows(from, std::min(kBlock, n - from)), own);
      offer(products, coarse, from, to, candidates);
      if (from < to) offer(products.transpose(), coarse, to, from, candidates);
    }
  }
  const MatrixXd points = rows.transpose();  // a row's numbers side by side in memory
  MatrixXd nearest(k, n);
  for (Index i = 0; i < n; ++i) nearest.col(i) = candidates[static_cast<std::size_t>(i)].nearest(points, i);
  return nearest;
}

}  // namespace brink::stats
