#include "brink/stats/padjust.h"

#include <algorithm>
#include <numeric>

namespace brink::stats {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

/// Step-up: p_(i) m / i, made monotone from the largest down. `penalty` divides the rank's share i / m.
std::vector<double> step_up(std::span<const double> p, double penalty) {
  const std::vector<std::size_t> order = ascending(p);
  const double m = static_cast<double>(p.size());
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (std::size_t i = p.size(); i-- > 0;) {
    least = std::min(least, p[order[i]] / (static_cast<double>(i + 1) / m / penalty));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

}  // namespace

std::vector<double> benjamini_hochberg(std::span<const double> p) { return step_up(p, 1); }

std::vector<double> benjamini_yekutieli(std::span<const double> p) {
  double harmonic = 0;
  for (std::size_t i = 1; i <= p.size(); ++i) harmonic += 1 / static_cast<double>(i);
  return step_up(p, harmonic);
}

std::vector<double> holm(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> adjusted(p.size());
  double greatest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    greatest = std::max(greatest, p[order[i]] * static_cast<double>(p.size() - i));
    adjusted[order[i]] = std::min(1.0, greatest);
  }
  return adjusted;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> adjusted;
  for (const double value : p) adjusted.push_back(std::min(1.0, value * static_cast<double>(p.size())));
  return adjusted;
}

std::vector<bool> reject_benjamini_hochberg(std::span<const double> p, double alpha) {
  const std::vector<std::size_t> order = ascending(p);
  const double m = static_cast<double>(p.size());
  std::vector<bool> reject(p.size(), false);
  bool any_above = false;  // a p-value of this rank or a higher one is under its line
  for (std::size_t i = p.size(); i-- > 0;) {
    any_above = any_above || p[order[i]] <= static_cast<double>(i + 1) / m * alpha;
    reject[order[i]] = any_above;
  }
  return reject;
}

std::vector<bool> reject_holm(std::span<const double> p, double alpha) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<bool> reject(p.size(), false);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[order[i]] > alpha / static_cast<double>(p.size() - i)) break;
    reject[order[i]] = true;
  }
  return reject;
}

}  // namespace brink::stats
