#include "brink/stats/mean_interval.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace brink::stats {

std::optional<Interval> expanded_bootstrap(std::span<const ClusterSum> units) {
  constexpr std::size_t kMany = 1000;
  constexpr double kNearNormal = .1;
  const double m = static_cast<double>(units.size());
  // About the first cluster's mean, so that equal ones do not differ by their rounding.
  const double about = units.front().sum / units.front().n;
  double beyond = 0, n = 0;
  for (const ClusterSum& unit : units) {
    beyond += unit.sum - about * unit.n;
    n += unit.n;
  }
  const double mean = about + beyond / n, size = n / m;
  // A replicate is mean + X / (1 + Y), X of the clusters' deviations from the mean, Y of their sizes; both are means of
  // m.
  double squares = 0, cubes = 0, fourths = 0, products = 0;
  for (const ClusterSum& unit : units) {
    const double d = (unit.sum - mean * unit.n) / size;
    squares += d * d / m;
    cubes += d * d * d / m;
    fourths += d * d * d * d / m;
    products += d * (unit.n / size) / m;
  }
  if (squares == 0) return Interval{mean, mean};  // as every draw of equal ones has
  if (units.size() < kMany) return std::nullopt;
  const double skewness = cubes / std::pow(squares, 1.5) / std::sqrt(m);
  const double kurtosis = (fourths / (squares * squares) - 3) / m;
  if (!(std::abs(skewness) <= kNearNormal && std::abs(kurtosis) <= kNearNormal)) return std::nullopt;
  // Cumulants to order 1 / m: of X - X Y, normal but for X's third.
  const double variance = squares / m, se = std::sqrt(variance), covariance = products / m;
  const double third = skewness - 6 * covariance / se;  // standardized
  const double z = quantile(boost::math::normal(), .975);
  const double middle = mean - covariance + se * third * (z * z - 1) / 6;
  return Interval{middle - z * se, middle + z * se};
}

MeanInterval mean_interval(std::span<const ClusterSum> units, int n_boot, std::uint64_t seed, Resamples* kept) {
  const std::optional<Interval> expanded = expanded_bootstrap(units);
  if (!expanded) {
    const Bootstrap drawn = bootstrap_mean(units, n_boot, seed, .95, kept);
    return {drawn.estimate, drawn.n, drawn.n_units, {drawn.low, drawn.high}};
  }
  MeanInterval out{.n_units = static_cast<int>(units.size()), .interval = *expanded};
  for (const ClusterSum& unit : units) {
    out.estimate += unit.sum;
    out.n += unit.n;
  }
  out.estimate /= out.n;
  return out;
}

}  // namespace brink::stats
