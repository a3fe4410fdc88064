#include "brink/stats/contingency.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace brink::stats {
namespace {

using Eigen::MatrixXd;

/// Hypergeometric probabilities relative to the mode's, by the ratio of neighbours: no factorial is ever formed.
class Hypergeometric {
 public:
  Hypergeometric(std::int64_t row, std::int64_t column, std::int64_t total)
      : row_(static_cast<double>(row)),
        column_(static_cast<double>(column)),
        total_(static_cast<double>(total)),
        low_(std::max<std::int64_t>(0, row + column - total)),
        high_(std::min(row, column)) {
    mode_ = std::clamp(static_cast<std::int64_t>((row_ + 1) * (column_ + 1) / (total_ + 2)), low_, high_);
  }

  /// P(k + 1) / P(k)
  double ratio(std::int64_t k) const {
    const double x = static_cast<double>(k);
    return (row_ - x) / (x + 1) * ((column_ - x) / (total_ - row_ - column_ + x + 1));
  }
  /// log P(k) - log P(mode)
  double log_weight(std::int64_t k) const { return log_term(mode_) - log_term(k); }

  /// Sum of the weights from k outwards, relative to the weight of k: upwards or downwards.
  double tail(std::int64_t k, bool up) const {
    double sum = 0, w = 1;
    for (std::int64_t at = k; at >= low_ && at <= high_ && w > 1e-20 * sum; at += up ? 1 : -1) {
      sum += w;
      w = up ? w * ratio(at) : at > low_ ? w / ratio(at - 1) : 0;
    }
    return sum;
  }
  std::int64_t low() const { return low_; }
  std::int64_t high() const { return high_; }
  std::int64_t mode() const { return mode_; }

 private:
  double log_term(std::int64_t k) const {
    const double x = static_cast<double>(k);
    return std::lgamma(x + 1) + std::lgamma(row_ - x + 1) + std::lgamma(column_ - x + 1) +
           std::lgamma(total_ - row_ - column_ + x + 1);
  }

  double row_, column_, total_;
  std::int64_t low_, high_, mode_ = 0;
};

/// Weight of k relative to the mode. Steps through the neighbours, which is exact to rounding; only where that takes
/// too many steps by logarithms of factorials.
double weight(const Hypergeometric& h, std::int64_t k) {
  if (std::abs(k - h.mode()) > 2'000'000) return std::exp(h.log_weight(k));
  double w = 1;
  for (std::int64_t at = h.mode(); at < k; ++at) w *= h.ratio(at);
  for (std::int64_t at = h.mode(); at > k; --at) w /= h.ratio(at - 1);
  return w;
}

}  // namespace

Contingency contingency(const MatrixXd& table) {
  const double n = table.sum();
  assert(n > 0);
  Contingency out;
  // Divided before multiplied, so that counts near the largest double do not overflow.
  out.expected = (table.rowwise().sum() / n) * table.colwise().sum();
  out.min_expected = out.expected.minCoeff();
  const int df = static_cast<int>((table.rows() - 1) * (table.cols() - 1));
  const MatrixXd distance = (table - out.expected).cwiseAbs();
  const auto statistic = [&](const MatrixXd& d) { return (d.array().square() / out.expected.array()).sum(); };
  out.pearson = chi_square(df == 0 ? 0.0 : statistic(distance), df);
  if (table.rows() == 2 && table.cols() == 2) {
    out.yates = chi_square(statistic(distance - distance.cwiseMin(0.5)), df);
  }
  const auto shorter = static_cast<double>(std::min(table.rows(), table.cols()));
  out.cramers_v = shorter > 1 ? Estimate::of(std::sqrt(out.pearson.statistic / n / (shorter - 1)))
                              : Estimate::undefined("one row or column");
  return out;
}

Fisher fisher(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  assert(a >= 0 && b >= 0 && c >= 0 && d >= 0);
  Fisher out{1, 1, 1, {}};
  const double cross = static_cast<double>(b) * static_cast<double>(c);
  out.odds_ratio = cross > 0 ? Estimate::of(static_cast<double>(a) * static_cast<double>(d) / cross)
                             : Estimate::undefined("b c = 0");
  if (a + b == 0 || c + d == 0 || a + c == 0 || b + d == 0) return out;

  const Hypergeometric h(a + b, a + c, a + b + c + d);
  const double total = h.tail(h.mode(), true) + h.tail(h.mode(), false) - 1;
  const double here = weight(h, a);
  const bool above = a > h.mode();
  // Only the tail away from the mode is summed (towards it the terms grow); the other follows from it.
  const double outer = here * h.tail(a, above) / total;
  const double inner = std::clamp(1 - outer + here / total, 0.0, 1.0);
  out.p_greater = std::min(1.0, above ? outer : inner);
  out.p_less = std::min(1.0, above ? inner : outer);

  const double most = here * (1 + 1e-10);
  if (1 <= most) return out;  // a is as likely as the mode
  // The far side, from the mode outwards to the first outcome that is at most as likely.
  std::int64_t k = h.mode();
  double w = 1;
  const auto inside = [&] { return k >= h.low() && k <= h.high(); };
  // Below the least normal number a product no longer shrinks, and what is left out no longer counts.
  while (inside() && w > std::max(most, std::numeric_limits<double>::min())) {
    w = above ? (k > h.low() ? w / h.ratio(k - 1) : 0) : w * h.ratio(k);
    k += above ? -1 : 1;
  }
  const double far = inside() && w <= most ? w * h.tail(k, !above) / total : 0.0;
  out.p_two_sided = std::min(1.0, outer + far);
  return out;
}

}  // namespace brink::stats
