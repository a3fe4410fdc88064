#include "brink/stats/power.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>

namespace brink::stats {
namespace {

double noncentrality(int df, const PowerGoal& goal) {
  const double threshold = quantile(complement(boost::math::chi_squared(df), goal.alpha));
  return boost::math::non_central_chi_squared::find_non_centrality(df, threshold, 1 - goal.power);
}

}  // namespace

Estimate smallest_pull(int n_items, int n_variants, int m, bool balanced, const PowerGoal& goal) {
  assert(m >= 2);
  if (n_items < 1) return Estimate::undefined("no item");
  if (n_variants < 2) return Estimate::undefined("one order: nothing to compare");
  const double n_answers = static_cast<double>(n_items) * (balanced ? n_variants : n_variants - 1);
  const double pull = std::sqrt(noncentrality(m - 1, goal) * (m - 1) / n_answers) / m;
  if (pull > 1 - 1.0 / m) return Estimate::undefined("no pull is large enough");
  return Estimate::of(pull);
}

Estimate smallest_partial_rho(int n_items, int n_held_fixed, const PowerGoal& goal) {
  const int df = n_items - 3 - n_held_fixed;
  if (df < 1) return Estimate::undefined("too few items");
  const boost::math::normal z;
  const double needed = (quantile(complement(z, goal.alpha / 2)) + quantile(z, goal.power)) / std::sqrt(df);
  // The right side grows more slowly than atanh: iterating from 0 rises to the solution.
  double rho = 0;
  for (int i = 0; i < 200; ++i) rho = std::tanh(needed * std::sqrt(1 + rho * rho / 2));
  return rho < 0.999 ? Estimate::of(rho) : Estimate::undefined("too few items");
}

}  // namespace brink::stats
