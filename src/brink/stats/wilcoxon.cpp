#include "brink/stats/wilcoxon.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <vector>

#include "brink/stats/finite.h"
#include "brink/stats/quantile.h"
#include "brink/stats/ranks.h"
#include "brink/stats/sign_flip.h"

namespace brink::stats {
namespace {

double upper_tail(double z) { return cdf(complement(boost::math::normal(), z)); }

SignedRanks signed_ranks(std::span<const double> differences) {
  SignedRanks out;
  std::vector<double> sizes;
  for (const double d : differences) sizes.push_back(std::abs(d));
  const std::vector<double> ranks = midranks(sizes);
  std::vector<std::int64_t> twice;  // signed, whole
  double squares = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (differences[i] == 0) continue;
    (differences[i] > 0 ? out.w_plus : out.w_minus) += ranks[i];
    squares += ranks[i] * ranks[i];
    twice.push_back(std::llround(differences[i] > 0 ? 2 * ranks[i] : -2 * ranks[i]));
  }
  if (twice.empty()) {
    out.why_no_exact = differences.empty() ? "empty" : "all zero";
    out.z = Estimate::undefined(out.why_no_exact);
    return out;
  }
  const double above = (out.w_plus - out.w_minus) / 2, sd = std::sqrt(squares) / 2;
  const double z = above / sd;
  out.z = Estimate::of(z);
  out.normal = Directions{upper_tail(z), upper_tail(-z), 2 * upper_tail(std::abs(z))};
  out.normal_cc = Directions{upper_tail((above - 0.5) / sd), upper_tail(-(above + 0.5) / sd),
                             std::min(1.0, 2 * upper_tail((std::abs(above) - 0.5) / sd))};
  if (twice.size() <= Wilcoxon::kMostExactPairs) {
    const SignFlip flips = sign_flip_test(twice);
    out.exact = Directions{flips.p_greater, flips.p_less, flips.p_two_sided};
  } else {
    out.why_no_exact = "more than 200 differences";
  }
  return out;
}

}  // namespace

const std::optional<Directions>& Wilcoxon::p() const {
  const bool plain = n_zero == 0 && !has_ties;
  return n <= (plain ? kMostTextbookPairs : kMostCountedPairs) ? wilcox.exact : wilcox.normal;
}

Wilcoxon wilcoxon(std::span<const double> x, std::span<const double> y, int tie_decimals) {
  assert(x.size() == y.size() && tie_decimals >= 0 && tie_decimals <= 22);
  const double scale = std::pow(10.0, tie_decimals);
  std::vector<double> all, nonzero;
  Wilcoxon out;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = x[i] - y[i], rounded = std::rint(d * scale) / scale;
    all.push_back(std::isfinite(rounded) ? rounded : d);
    sum += all.back();
    if (all.back() != 0) nonzero.push_back(all.back());
    out.n_positive += all.back() > 0;
    out.n_negative += all.back() < 0;
  }
  out.n = static_cast<int>(all.size());
  out.n_zero = out.n - out.n_positive - out.n_negative;
  out.wilcox = signed_ranks(nonzero);
  out.pratt = signed_ranks(all);
  if (all.empty()) {
    out.mean_diff = out.median_diff = out.rank_biserial = Estimate::undefined("empty");
    return out;
  }
  if (nonzero.empty()) out.wilcox.z = Estimate::undefined(out.wilcox.why_no_exact = "all zero");
  out.rank_biserial =
      nonzero.empty()
          ? out.wilcox.z
          : Estimate::of((out.wilcox.w_plus - out.wilcox.w_minus) / (out.wilcox.w_plus + out.wilcox.w_minus));
  out.mean_diff = finite(sum / out.n);
  std::sort(all.begin(), all.end());
  out.median_diff = finite(quantile_sorted(all, 0.5));
  std::vector<double> sizes;
  for (const double d : nonzero) sizes.push_back(std::abs(d));
  std::sort(sizes.begin(), sizes.end());
  out.has_ties = std::adjacent_find(sizes.begin(), sizes.end()) != sizes.end();
  return out;
}

}  // namespace brink::stats
