#include "brink/stats/preferred_slot.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>

#include "brink/base/rng.h"
#include "brink/stats/quantile.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// O - E and its variance per slot.
struct Half {
  VectorXd difference, variance;
};

}  // namespace

PreferredSlot preferred_slot(std::span<const SlotMoments> items, std::span<const std::uint64_t> hashes,
                             std::uint64_t seed, int n_splits) {
  assert(items.size() == hashes.size() && n_splits >= 1);
  Index m = 0;
  double variance = 0;
  for (const SlotMoments& item : items) {
    m = std::max(m, item.observed.size());
    variance += item.covariance.trace();
  }
  PreferredSlot out{std::vector<int>(static_cast<std::size_t>(m)), {}};
  if (variance <= 1e-9) {
    out.p = Estimate::undefined("no item can vary");
    return out;
  }
  std::vector<double> p_values;
  SplitMix64 seeds(seed);
  for (int split = 0; split < n_splits; ++split) {
    const std::uint64_t split_seed = seeds.next();
    Half halves[2] = {{VectorXd::Zero(m), VectorXd::Zero(m)}, {VectorXd::Zero(m), VectorXd::Zero(m)}};
    for (std::size_t i = 0; i < items.size(); ++i) {
      Half& half = halves[SplitMix64(hashes[i] ^ split_seed).next() >> 63];
      const Index k = items[i].observed.size();
      half.difference.head(k) += items[i].observed - items[i].expected;
      half.variance.head(k) += items[i].covariance.diagonal();
    }
    Index slot = 0;
    halves[0].difference.maxCoeff(&slot);
    ++out.times_chosen[static_cast<std::size_t>(slot)];
    const double sd = std::sqrt(halves[1].variance[slot]);
    p_values.push_back(sd > 1e-9 ? cdf(complement(boost::math::normal(), halves[1].difference[slot] / sd)) : 1.0);
  }
  std::sort(p_values.begin(), p_values.end());
  out.p = Estimate::of(std::min(1.0, 2 * quantile_sorted(p_values, 0.5)));
  return out;
}

}  // namespace brink::stats
