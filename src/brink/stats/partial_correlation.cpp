#include "brink/stats/partial_correlation.h"

#include <Eigen/QR>
#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <map>
#include <vector>

#include "brink/base/rng.h"
#include "brink/stats/draws.h"
#include "brink/stats/finite.h"
#include "brink/stats/ranks.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kCollinear = 1e-12;  // share of the variance that the held variables leave
constexpr double kPerfect = 1e-14;    // 1 - r^2

VectorXd on_scale(const VectorXd& v, Scale scale) {
  if (scale == Scale::kValues) return v;
  const std::vector<double> ranks = midranks({v.data(), static_cast<std::size_t>(v.size())});
  return Eigen::Map<const VectorXd>(ranks.data(), v.size());
}

bool constant(const VectorXd& v) { return (v.array() == v[0]).all(); }

// Scaled by a power of two first, which changes no digit: squares of what is left neither overflow nor vanish.
VectorXd standardized(const VectorXd& given) {
  const VectorXd v = given * std::ldexp(1.0, -std::ilogb(given.cwiseAbs().maxCoeff()));
  const VectorXd d = v.array() - v.mean();
  return d / std::sqrt(d.squaredNorm() / static_cast<double>(v.size()));
}

/// What the held variables leave of x and y, each with variance 1 before.
struct Residuals {
  std::string why_undefined;
  double plain = 0;
  MatrixXd space;  // [n, 1 + rank] orthonormal, spans the constant and the held variables
  VectorXd x, y;
};

Residuals residuals(const VectorXd& x_given, const VectorXd& y_given, const MatrixXd& held, Scale scale) {
  const Index n = x_given.size(), k = held.cols();
  assert(y_given.size() == n && held.rows() == n);
  Residuals out;
  if (n < 3) {
    out.why_undefined = "n too small";
    return out;
  }
  const VectorXd x = on_scale(x_given, scale), y = on_scale(y_given, scale);
  MatrixXd design = MatrixXd::Ones(n, k + 1);
  bool any_constant = constant(x) || constant(y);
  for (Index j = 0; j < k && !any_constant; ++j) {
    const VectorXd z = on_scale(held.col(j), scale);
    any_constant = constant(z);
    design.col(j + 1) = standardized(z);
  }
  if (any_constant) {
    out.why_undefined = "constant";
    return out;
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(design);
  out.space = qr.householderQ() * MatrixXd::Identity(n, qr.rank());
  const auto rest = [&](const VectorXd& v) -> VectorXd { return v - out.space * (out.space.transpose() * v); };
  const VectorXd u = standardized(x), v = standardized(y);
  out.plain = std::clamp(u.dot(v) / static_cast<double>(n), -1.0, 1.0);
  out.x = rest(u);
  out.y = rest(v);
  const double least = kCollinear * static_cast<double>(n);
  if (!(out.x.squaredNorm() >= least && out.y.squaredNorm() >= least)) out.why_undefined = "collinear";
  return out;
}

Interval fisher_interval(double r, double variance) {
  const double half = quantile(boost::math::normal(), 0.975) * std::sqrt(variance);
  return {std::tanh(std::atanh(r) - half), std::tanh(std::atanh(r) + half)};
}

/// rng.shuffle(values), its places drawn ahead. @param scratch  at least as many as values
void exchange(std::span<double> values, SplitMix64& rng, std::span<std::int32_t> scratch) {
  const std::span<std::int32_t> places = scratch.first(values.size() - 1);
  draw_exchanges(rng, places);
  for (std::size_t k = 0; k < places.size(); ++k)
    std::swap(values[values.size() - 1 - k], values[static_cast<std::size_t>(places[k])]);
}

double correlation(const Residuals& e) {
  return std::clamp(e.x.dot(e.y) / std::sqrt(e.x.squaredNorm() * e.y.squaredNorm()), -1.0, 1.0);
}

}  // namespace

PartialCorrelation partial_correlation(const VectorXd& x, const VectorXd& y, const MatrixXd& held, Scale scale) {
  PartialCorrelation out;
  out.n = static_cast<int>(x.size());
  out.df = out.n - 2 - static_cast<int>(held.cols());
  const Residuals e = residuals(x, y, held, scale);
  const bool has_plain = e.why_undefined.empty() || e.why_undefined == "collinear";
  out.plain = has_plain ? finite(e.plain) : Estimate::undefined(e.why_undefined);
  const std::string why = e.why_undefined.empty() && out.df < 1 ? "n too small" : e.why_undefined;
  if (!why.empty()) {
    out.r = out.t = out.p = out.p_greater = Estimate::undefined(why);
    return out;
  }
  const double r = correlation(e), left = 1 - r * r;
  out.r = Estimate::of(r);
  if (left < kPerfect) {
    out.t = Estimate::undefined("perfect");
    out.p = Estimate::of(0);
    out.p_greater = Estimate::of(r > 0 ? 0 : 1);
    return out;
  }
  const double t = r * std::sqrt(out.df / left);
  const boost::math::students_t distribution(out.df);
  out.t = Estimate::of(t);
  out.p = Estimate::of(2 * cdf(complement(distribution, std::abs(t))));
  out.p_greater = Estimate::of(cdf(complement(distribution, t)));
  if (out.df > 1) {
    const double variance = 1.0 / (out.df - 1);
    out.interval_1921 = fisher_interval(r, variance);
    out.interval = scale == Scale::kRanks ? fisher_interval(r, variance * (1 + r * r / 2)) : out.interval_1921;
  }
  return out;
}

Estimate permutation_p(const VectorXd& x, const VectorXd& y, const MatrixXd& held, Scale scale, int n_draws,
                       std::uint64_t seed, std::span<const std::int64_t> within) {
  assert(n_draws >= 1 && (within.empty() || within.size() == static_cast<std::size_t>(x.size())));
  const Residuals e = residuals(x, y, held, scale);
  if (!e.why_undefined.empty()) return Estimate::undefined(e.why_undefined);
  if (x.size() - 2 - held.cols() < 1) return Estimate::undefined("n too small");
  std::map<std::int64_t, std::vector<Index>> groups;
  for (Index i = 0; i < x.size(); ++i) groups[within.empty() ? 0 : within[static_cast<std::size_t>(i)]].push_back(i);
  // Items group by group, so that each is dealt out in a stretch of its own.
  std::vector<Index> order;
  for (const auto& [group, items] : groups) order.insert(order.end(), items.begin(), items.end());
  const VectorXd x_rest = e.x(order);
  const MatrixXd space = e.space(order, Eigen::all);
  VectorXd y_dealt = e.y(order);

  SplitMix64 rng(seed);
  const double observed = std::abs(correlation(e));
  const double x_norm = e.x.norm(), y_squares = e.y.squaredNorm();
  std::vector<std::int32_t> exchanges(order.size());
  int n_as_large = 0;
  for (int draw = 0; draw < n_draws; ++draw) {
    double* first = y_dealt.data();
    for (const auto& [group, items] : groups) {
      exchange(std::span(first, items.size()), rng, exchanges);
      first += items.size();
    }
    // x's residuals are orthogonal to the held variables, so only the norm of y's needs them taken out again.
    const double rest = y_squares - (space.transpose() * y_dealt).squaredNorm();
    const double product = std::abs(x_rest.dot(y_dealt));
    n_as_large += product >= (observed - 1e-12) * x_norm * std::sqrt(std::max(rest, 0.0));
  }
  return Estimate::of((n_as_large + 1.0) / (n_draws + 1.0));
}

}  // namespace brink::stats
