#include "brink/stats/product.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace brink::stats {
namespace {

using Eigen::Index;

// A tile of the result stays in registers: 8 rows of 2 vectors of 64 bytes.
constexpr Index kRows = 8, kDepth = 256, kPanel = 512;  // a panel of the left side stays in the second cache

template <class T>
constexpr Index kColumns = 2 * 64 / static_cast<Index>(sizeof(T));

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using View = Eigen::Ref<const Matrix<T>>;

/// Rows [from, from + n) and columns [at, at + depth) of m, `width` rows side by side for each column; missing rows 0.
template <class T>
void pack(const View<T>& m, Index from, Index n, Index at, Index depth, Index width, std::vector<T>& out) {
  const Index n_tiles = (n + width - 1) / width;
  out.assign(static_cast<std::size_t>(n_tiles * width * depth), T{0});
  for (Index tile = 0; tile < n_tiles; ++tile) {
    T* to = out.data() + tile * width * depth;
    const Index first = from + tile * width, filled = std::min(width, from + n - first);
    for (Index p = 0; p < depth; ++p)
      for (Index i = 0; i < filled; ++i) to[p * width + i] = m(first + i, at + p);
  }
}

/// to[kRows][kColumns] = sum over p of a[p][kRows] b[p][kColumns].
template <class T>
[[gnu::always_inline]] inline void tile(const T* a, const T* b, Index depth, T* to) {
  using Vector [[gnu::vector_size(64), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
  constexpr Index kLanes = 64 / static_cast<Index>(sizeof(T));
  Vector left[kRows] = {}, right[kRows] = {};
  for (Index p = 0; p < depth; ++p) {
    const Vector b0 = *reinterpret_cast<const Vector*>(b + p * kColumns<T>);
    const Vector b1 = *reinterpret_cast<const Vector*>(b + p * kColumns<T> + kLanes);
    for (Index i = 0; i < kRows; ++i) {
      left[i] += a[p * kRows + i] * b0;
      right[i] += a[p * kRows + i] * b1;
    }
  }
  for (Index i = 0; i < kRows; ++i) {
    *reinterpret_cast<Vector*>(to + i * kColumns<T>) = left[i];
    *reinterpret_cast<Vector*>(to + i * kColumns<T> + kLanes) = right[i];
  }
}

template <class T>
void tile_plain(const T* a, const T* b, Index depth, T* to) {
  tile(a, b, depth, to);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
template <class T>
[[gnu::target("avx512f,prefer-vector-width=512"), gnu::optimize("O3")]] void tile_avx512(const T* a, const T* b,
                                                                                         Index depth, T* to) {
  tile(a, b, depth, to);
}
template <class T>
[[gnu::target("avx2,fma"), gnu::optimize("O3")]] void tile_avx2(const T* a, const T* b, Index depth, T* to) {
  tile(a, b, depth, to);
}
template <class T>
auto best_tile() {
  return __builtin_cpu_supports("avx512f")                                 ? tile_avx512<T>
         : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? tile_avx2<T>
                                                                           : tile_plain<T>;
}
#else
template <class T>
auto best_tile() {
  return tile_plain<T>;
}
#endif

/// out += a b', or its lower triangle and what of the upper one lies in the same tiles.
template <class T>
void add_product(const View<T>& a, const View<T>& b, bool lower, Matrix<T>& out) {
  assert(a.cols() == b.cols());
  static const auto multiply = best_tile<T>();
  constexpr Index kWidth = kColumns<T>;
  std::vector<T> rows, columns;
  T sums[kRows * kWidth];
  for (Index at = 0; at < a.cols(); at += kDepth) {
    const Index depth = std::min(kDepth, a.cols() - at);
    pack<T>(b, 0, b.rows(), at, depth, kWidth, columns);
    for (Index n0 = 0; n0 < a.rows(); n0 += kPanel) {
      const Index n = std::min(kPanel, a.rows() - n0), m = lower ? std::min(b.rows(), n0 + n) : b.rows();
      pack<T>(a, n0, n, at, depth, kRows, rows);
      for (Index j = 0; j < m; j += kWidth)
        for (Index i = 0; i < n; i += kRows) {
          if (lower && j >= n0 + i + kRows) continue;
          multiply(rows.data() + i * depth, columns.data() + j * depth, depth, sums);
          const Index n_here = std::min(kRows, n - i), m_here = std::min(kWidth, m - j);
          for (Index q = 0; q < m_here; ++q)
            for (Index p = 0; p < n_here; ++p) out(n0 + i + p, j + q) += sums[p * kWidth + q];
        }
    }
  }
}

template <class T>
Matrix<T> product_of(const View<T>& a, const View<T>& b) {
  Matrix<T> out = Matrix<T>::Zero(a.rows(), b.rows());
  add_product<T>(a, b, false, out);
  return out;
}

}  // namespace

Eigen::MatrixXd product(const Eigen::Ref<const Eigen::MatrixXd>& a, const Eigen::Ref<const Eigen::MatrixXd>& b) {
  return product_of<double>(a, b);
}

Eigen::MatrixXf product(const Eigen::Ref<const Eigen::MatrixXf>& a, const Eigen::Ref<const Eigen::MatrixXf>& b) {
  return product_of<float>(a, b);
}

Eigen::MatrixXd own_product(const Eigen::Ref<const Eigen::MatrixXd>& a) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(a.rows(), a.rows());
  add_own_product(a, out);
  mirror_lower(out);
  return out;
}

void add_own_product(const Eigen::Ref<const Eigen::MatrixXd>& a, Eigen::MatrixXd& out) {
  add_product<double>(a, a, true, out);
}

void mirror_lower(Eigen::MatrixXd& m) { m.triangularView<Eigen::StrictlyUpper>() = m.transpose(); }

Multiplier::Multiplier(const Eigen::Ref<const Eigen::MatrixXd>& a) : n_(a.rows()), k_(a.cols()) {
  for (Index at = 0; at < k_; at += kDepth)
    pack<double>(a, 0, n_, at, std::min(kDepth, k_ - at), kRows, blocks_.emplace_back());
}

Eigen::MatrixXd Multiplier::operator*(const Eigen::Ref<const Eigen::MatrixXd>& x) const {
  assert(x.rows() == k_);
  static const auto multiply = best_tile<double>();
  constexpr Index kWidth = kColumns<double>;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(n_, x.cols());
  if (x.cols() == 1) {  // a tile would do its work for all of its columns
    using Tile = Eigen::Matrix<double, kRows, Eigen::Dynamic>;
    for (Index at = 0, block = 0; at < k_; at += kDepth, ++block) {
      const Index depth = std::min(kDepth, k_ - at);
      const double* rows = blocks_[static_cast<std::size_t>(block)].data();
      for (Index i = 0; i < n_; i += kRows) {
        const Eigen::Vector<double, kRows> sums =
            Eigen::Map<const Tile>(rows + i * depth, kRows, depth) * x.col(0).segment(at, depth);
        out.col(0).segment(i, std::min(kRows, n_ - i)) += sums.head(std::min(kRows, n_ - i));
      }
    }
    return out;
  }
  std::vector<double> columns;
  double sums[kRows * kWidth];
  for (Index at = 0, block = 0; at < k_; at += kDepth, ++block) {
    const Index depth = std::min(kDepth, k_ - at);
    const double* rows = blocks_[static_cast<std::size_t>(block)].data();
    pack<double>(x.transpose(), 0, x.cols(), at, depth, kWidth, columns);
    for (Index i = 0; i < n_; i += kRows)
      for (Index j = 0; j < x.cols(); j += kWidth) {
        multiply(rows + i * depth, columns.data() + j * depth, depth, sums);
        const Index n_here = std::min(kRows, n_ - i), m_here = std::min(kWidth, x.cols() - j);
        for (Index q = 0; q < m_here; ++q)
          for (Index p = 0; p < n_here; ++p) out(i + p, j + q) += sums[p * kWidth + q];
      }
  }
  return out;
}

}  // namespace brink::stats
