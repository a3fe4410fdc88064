#include "brink/stats/lattice_sum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <numeric>

namespace brink::stats {
namespace {

using Complex = std::complex<double>;

/// A frequency whose product is smaller than e^-60 adds less than rounding does.
constexpr double kNegligibleLog = -60;
/// Phases are turned step by step; from time to time they are computed anew, so that rounding does not add up.
constexpr std::int64_t kRefresh = 512;

/// The variables with their least values taken off and the common divisor of the steps divided out.
struct Lattice {
  std::vector<LatticeVariable> variables;  // values from 0; the most copies first
  std::int64_t width = 0;                  // greatest value of the sum
  std::int64_t at_least = 0;
};

Lattice normalized(std::span<const LatticeVariable> variables, std::int64_t at_least) {
  Lattice out;
  std::int64_t divisor = 0;
  std::map<std::vector<std::pair<std::int64_t, double>>, std::int64_t> merged;
  for (const LatticeVariable& variable : variables) {
    std::map<std::int64_t, double> mass;
    for (const Mass& point : variable.distribution) {
      if (point.probability > 0) mass[point.value] += point.probability;
    }
    if (mass.empty() || variable.count == 0) continue;
    const std::int64_t least = mass.begin()->first;
    at_least -= least * variable.count;
    if (mass.size() == 1) continue;
    std::vector<std::pair<std::int64_t, double>> shifted;
    for (const auto& [value, p] : mass) {
      shifted.emplace_back(value - least, p);
      divisor = std::gcd(divisor, value - least);
    }
    merged[std::move(shifted)] += variable.count;
  }
  for (const auto& [points, count] : merged) {
    LatticeVariable& variable = out.variables.emplace_back(LatticeVariable{{}, count});
    for (const auto& [value, p] : points) variable.distribution.push_back({value / divisor, p});
    out.width += variable.distribution.back().value * count;
  }
  if (divisor == 0) divisor = 1;
  // Ceiling: a sum on the lattice reaches at_least exactly when it reaches the next lattice point.
  out.at_least = at_least > 0 ? (at_least + divisor - 1) / divisor : 0;
  std::stable_sort(out.variables.begin(), out.variables.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  return out;
}

/// log E exp(theta X), and the mean of X under the measure tilted by theta.
std::pair<double, double> cumulant(const LatticeVariable& variable, double theta) {
  double largest = -INFINITY;
  for (const Mass& point : variable.distribution) {
    largest = std::max(largest, theta * static_cast<double>(point.value));
  }
  double sum = 0, weighted = 0;
  for (const Mass& point : variable.distribution) {
    const double x = static_cast<double>(point.value);
    const double w = point.probability * std::exp(theta * x - largest);
    sum += w;
    weighted += w * x;
  }
  return {largest + std::log(sum), weighted / sum};
}

std::pair<double, double> cumulant(const Lattice& lattice, double theta) {
  double log_moment = 0, mean = 0;
  for (const LatticeVariable& variable : lattice.variables) {
    const auto [k, mu] = cumulant(variable, theta);
    log_moment += k * static_cast<double>(variable.count);
    mean += mu * static_cast<double>(variable.count);
  }
  return {log_moment, mean};
}

/// theta >= 0 whose tilted mean is at_least (0 when the mean is already there), by bisection.
double tilt(const Lattice& lattice) {
  const double wanted = static_cast<double>(lattice.at_least);
  if (cumulant(lattice, 0).second >= wanted) return 0;
  double low = 0, high = 1;
  // At the very edge of the support no finite theta has that mean; one that leaves little mass elsewhere will do.
  while (high < 64 && cumulant(lattice, high).second < wanted) high *= 2;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (cumulant(lattice, middle).second < wanted ? low : high) = middle;
  }
  return high;
}

Complex power(Complex base, std::int64_t n) {
  Complex result = 1;
  for (; n > 0; n >>= 1, base *= base) {
    if (n & 1) result *= base;
  }
  return result;
}

/// E exp(i 2 pi f S / period) for f = 0, 1, 2, ..., one after the other.
class Characteristic {
 public:
  Characteristic(const Lattice& lattice, double theta, std::int64_t period) : period_(period) {
    std::map<std::int64_t, std::size_t> index;
    for (const LatticeVariable& variable : lattice.variables) {
      Terms& terms = variables_.emplace_back(Terms{{}, variable.count});
      const double log_moment = cumulant(variable, theta).first;
      for (const Mass& point : variable.distribution) {
        const auto [at, added] = index.try_emplace(point.value, values_.size());
        if (added) values_.push_back(point.value);
        const double x = static_cast<double>(point.value);
        terms.points.push_back({at->second, point.probability * std::exp(theta * x - log_moment)});
      }
    }
    for (const std::int64_t value : values_) steps_.push_back(phase(value, 1));
    phases_.assign(values_.size(), 1.0);
  }

  /// The next frequency's value; 0 when negligible.
  Complex next() {
    Complex product = 1;
    double log_size = 0;
    for (const Terms& terms : variables_) {
      Complex one = 0;
      for (const auto& [at, weight] : terms.points) one += weight * phases_[at];
      log_size += 0.5 * std::log(std::norm(one)) * static_cast<double>(terms.count);
      if (!(log_size > kNegligibleLog)) {
        product = 0;
        break;
      }
      product *= power(one, terms.count);
    }
    advance();
    return product;
  }

 private:
  struct Terms {
    std::vector<std::pair<std::size_t, double>> points;  // index into phases_, weight
    std::int64_t count;
  };

  Complex phase(std::int64_t value, std::int64_t f) const {
    const auto turns = static_cast<double>((value % period_) * f % period_) / static_cast<double>(period_);
    return std::polar(1.0, 2 * std::numbers::pi * turns);
  }
  void advance() {
    ++f_;
    if (f_ % kRefresh == 0) {
      for (std::size_t i = 0; i < values_.size(); ++i) phases_[i] = phase(values_[i], f_);
    } else {
      for (std::size_t i = 0; i < values_.size(); ++i) phases_[i] *= steps_[i];
    }
  }

  std::int64_t period_, f_ = 0;
  std::vector<std::int64_t> values_;
  std::vector<Complex> steps_, phases_;
  std::vector<Terms> variables_;
};

}  // namespace

double tail_probability(std::span<const LatticeVariable> variables, std::int64_t at_least) {
  const Lattice lattice = normalized(variables, at_least);
  if (lattice.at_least <= 0) return 1;
  if (lattice.at_least > lattice.width) return 0;

  // With an odd number of points every frequency but 0 has its complex conjugate, and half of them suffice.
  const std::int64_t period = lattice.width + 1 + lattice.width % 2;
  const double theta = tilt(lattice);
  const double terms = static_cast<double>(period - lattice.at_least);
  Characteristic characteristic(lattice, theta, period);
  // Sum over k >= at_least of P_theta(k) exp(-theta (k - at_least)).
  double sum = characteristic.next().real() * (theta > 0 ? -std::expm1(-theta * terms) / -std::expm1(-theta) : terms);
  for (std::int64_t f = 1; 2 * f < period; ++f) {
    const Complex value = characteristic.next();
    if (value == 0.0) continue;
    const double omega = 2 * std::numbers::pi * static_cast<double>(f) / static_cast<double>(period);
    const auto start = static_cast<double>(lattice.at_least * f % period) / static_cast<double>(period);
    // Geometric series in exp(-theta - i omega), from at_least to the period's end, where i omega has come full circle.
    const Complex first = std::polar(1.0, -2 * std::numbers::pi * start);
    const Complex last = std::exp(-theta * terms);
    const Complex ratio = std::polar(std::exp(-theta), -omega);
    sum += 2 * (value * (first - last) / (1.0 - ratio)).real();
  }
  const double log_scale = cumulant(lattice, theta).first - theta * static_cast<double>(lattice.at_least);
  return std::clamp(std::exp(log_scale) * sum / static_cast<double>(period), 0.0, 1.0);
}

}  // namespace brink::stats
