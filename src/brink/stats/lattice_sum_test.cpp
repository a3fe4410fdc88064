#include "brink/stats/lattice_sum.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

double by_convolution(const std::vector<LatticeVariable>& variables, std::int64_t at_least) {
  std::map<std::int64_t, double> sum{{0, 1.0}};
  for (const LatticeVariable& variable : variables) {
    for (std::int64_t i = 0; i < variable.count; ++i) {
      std::map<std::int64_t, double> next;
      for (const auto& [value, p] : sum) {
        for (const Mass& m : variable.distribution) next[value + m.value] += p * m.probability;
      }
      sum = std::move(next);
    }
  }
  double tail = 0;
  for (const auto& [value, p] : sum) tail += value >= at_least ? p : 0.0;
  return tail;
}

TEST(LatticeSum, EqualsPlainConvolutionOnRandomVariables) {
  SplitMix64 rng(5);
  for (int round = 0; round < 40; ++round) {
    std::vector<LatticeVariable> variables;
    const std::int64_t stride = 1 + static_cast<std::int64_t>(rng.below(3));
    std::int64_t low = 0, high = 0;
    for (std::size_t k = 1 + rng.below(4); k > 0; --k) {
      LatticeVariable variable{{}, 1 + static_cast<std::int64_t>(rng.below(12))};
      double total = 0;
      std::int64_t value = static_cast<std::int64_t>(rng.below(20)) - 10;
      low += value * variable.count;
      for (std::size_t points = 1 + rng.below(5); points > 0; --points) {
        variable.distribution.push_back({value, rng.uniform() + 1e-3});
        total += variable.distribution.back().probability;
        value += stride * (1 + static_cast<std::int64_t>(rng.below(4)));
      }
      high += variable.distribution.back().value * variable.count;
      for (Mass& m : variable.distribution) m.probability /= total;
      variables.push_back(variable);
    }
    for (std::int64_t at = low - 1; at <= high + 1; ++at) {
      const double expected = by_convolution(variables, at);
      EXPECT_NEAR(tail_probability(variables, at), expected, 1e-9 * expected) << "round " << round << " at " << at;
    }
  }
}

TEST(LatticeSum, KeepsRelativePrecisionInFarTails) {
  const std::vector<LatticeVariable> coins{{{{0, 0.7}, {1, 0.3}}, 2000}};
  const boost::math::binomial binomial(2000, 0.3);
  for (const int k : {601, 700, 800, 900, 1000}) {
    const double expected = cdf(complement(binomial, k - 1));
    EXPECT_NEAR(tail_probability(coins, k) / expected, 1, 1e-8) << k;
  }
}

TEST(LatticeSum, IsCertainBelowTheSupportAndImpossibleAboveIt) {
  const std::vector<LatticeVariable> constant{{{{7, 1.0}}, 3}};
  EXPECT_EQ(tail_probability(constant, 21), 1);
  EXPECT_EQ(tail_probability(constant, 22), 0);
  EXPECT_EQ(tail_probability({}, 0), 1);
  EXPECT_EQ(tail_probability({}, 1), 0);
}

}  // namespace
}  // namespace brink::stats
