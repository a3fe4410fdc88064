#include "brink/stats/slot_counts.h"

#include <gtest/gtest.h>

#include <vector>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

using Eigen::VectorXd;

std::vector<VectorXd> items(int n, int m, int n_choices, double stays, double first, std::uint64_t seed) {
  SplitMix64 rng(seed);
  std::vector<VectorXd> out;
  for (int i = 0; i < n; ++i) {
    VectorXd& counts = out.emplace_back(VectorXd::Zero(m));
    Eigen::Index slot = 0;
    for (int k = 0; k < n_choices; ++k) {
      if (k == 0 || rng.uniform() >= stays)
        slot = rng.uniform() < first ? 0 : static_cast<Eigen::Index>(rng.below(static_cast<std::size_t>(m)));
      counts[slot] += 1;
    }
  }
  return out;
}

TEST(UniformSlots, KeepsItsSizeThoughAnItemsChoicesAreAlike) {
  // 400 studies of 100 items, whose four choices repeat each other with probability .7.
  int rejected = 0;
  for (std::uint64_t s = 0; s < 400; ++s) rejected += uniform_slots_test(items(100, 4, 4, 0.7, 0, s)).p < 0.05;
  EXPECT_GT(rejected, 6);
  EXPECT_LT(rejected, 36) << "20 expected, standard deviation 4.4";
}

TEST(UniformSlots, FindsAPreference) {
  const ChiSquare test = uniform_slots_test(items(100, 4, 4, 0, 0.3, 1));
  EXPECT_EQ(test.df, 3);
  EXPECT_LT(test.p, 1e-6);
}

TEST(UniformSlots, AlwaysTheFirstIsOneDegreeOfFreedom) {
  std::vector<VectorXd> all(25, VectorXd::Zero(3));
  for (VectorXd& counts : all) counts[0] = 3;
  const ChiSquare test = uniform_slots_test(all);
  EXPECT_EQ(test.df, 1);
  EXPECT_NEAR(test.statistic, 25, 1e-9) << "25 items of the same d";
}

TEST(UniformSlots, NothingTestsNothing) { EXPECT_EQ(uniform_slots_test({}).p, 1); }

}  // namespace
}  // namespace brink::stats
