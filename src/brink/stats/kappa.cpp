#include "brink/stats/kappa.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>

namespace brink::stats {

Kappa kappa(std::span<const PairedReading> pairs) {
  Kappa out;
  out.n = static_cast<int>(pairs.size());
  if (pairs.empty()) {
    out.agreement = out.by_chance = out.kappa = Estimate::undefined("no pair");
    return out;
  }
  const double n = out.n;
  std::map<int, double> first, second;  // category -> share
  double agreed = 0, chance = 0;
  for (const PairedReading& pair : pairs) {
    first[pair.first] += 1 / n;
    second[pair.second] += 1 / n;
    agreed += (pair.first == pair.second) / n;
  }
  for (const auto& [category, share] : first) chance += second.contains(category) ? share * second[category] : 0;
  out.agreement = Estimate::of(agreed);
  out.by_chance = Estimate::of(chance);
  // How much each pair moves kappa, summed by item.
  std::map<std::int64_t, double> influence;
  const double left = 1 - chance;
  for (const PairedReading& pair : pairs) {
    const double on_agreed = (pair.first == pair.second) - agreed;
    const double on_chance = second[pair.first] + first[pair.second] - 2 * chance;
    influence[pair.item] += on_agreed / left - (1 - agreed) * on_chance / (left * left);
  }
  out.n_items = static_cast<int>(influence.size());
  if (left < 1e-12) {
    out.kappa = Estimate::undefined("one category");
    return out;
  }
  const double value = (agreed - chance) / left, clusters = out.n_items;
  out.kappa = Estimate::of(value);
  if (out.n_items < 2) return out;
  double squares = 0;
  for (const auto& [item, d] : influence) squares += d * d;
  const double se = std::sqrt(squares * clusters / (clusters - 1)) / n;
  const double half = quantile(boost::math::students_t(clusters - 1), 0.975) * se;
  out.interval = Interval{std::max(value - half, -1.0), std::min(value + half, 1.0)};
  return out;
}

}  // namespace brink::stats
