#include "brink/stats/mean_interval.h"

#include <gtest/gtest.h>

#include <cmath>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

std::vector<ClusterSum> made_up(int n_units, double (*value)(SplitMix64&), bool of_one_size) {
  SplitMix64 rng(5);
  std::vector<ClusterSum> out;
  for (int i = 0; i < n_units; ++i) {
    ClusterSum& unit = out.emplace_back();
    unit.n = of_one_size ? 4 : 1 + static_cast<int>(rng.below(4));
    // Larger clusters have larger values: then sizes and sums vary together, and the estimator is biased.
    for (int k = 0; k < unit.n; ++k) unit.sum += value(rng) * (of_one_size ? 1 : unit.n);
  }
  return out;
}

double share(SplitMix64& rng) { return rng.uniform() < .3 ? 1 : 0; }
double length(SplitMix64& rng) { return std::round(300 * -std::log(1 - rng.uniform())); }

TEST(ExpandedBootstrap, HasTheEndsOfManyDraws) {
  for (const auto value : {share, length})
    for (const bool of_one_size : {true, false}) {
      const std::vector<ClusterSum> units = made_up(1500, value, of_one_size);
      const auto interval = expanded_bootstrap(units);
      ASSERT_TRUE(interval);
      const Bootstrap drawn = bootstrap_mean(units, 100'000, 3);
      const double se = *drawn.se.value;
      // Ends of as many draws have a standard error of .01 of theirs.
      EXPECT_NEAR(interval->low, drawn.low, .03 * se);
      EXPECT_NEAR(interval->high, drawn.high, .03 * se);
      const double to_low = drawn.estimate - interval->low, to_high = interval->high - drawn.estimate;
      if (value == length && of_one_size) {
        EXPECT_GT(to_high, to_low) << "what is skewed to the right is so";
      }
    }
}

TEST(ExpandedBootstrap, IsNotReliedOnWhereDrawsAreFarFromNormal) {
  EXPECT_FALSE(expanded_bootstrap(made_up(999, length, true)));
  std::vector<ClusterSum> rare(5000, {0, 4});
  rare[7].sum = 1;
  EXPECT_FALSE(expanded_bootstrap(rare));
  for (const std::size_t n : {3U, 5000U}) {
    const std::vector<ClusterSum> equal(n, {.1, 4});
    const Bootstrap drawn = bootstrap_mean(equal, 50, 1);
    const auto interval = expanded_bootstrap(equal);
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low, interval->high);
    EXPECT_EQ(drawn.low, drawn.high);
    EXPECT_NEAR(interval->low, drawn.low, 1e-15);
  }
  rare.resize(1000, {0, 4});
  for (std::size_t i = 0; i < 400; ++i) rare[i].sum = 1;
  EXPECT_TRUE(expanded_bootstrap(rare));
}

TEST(MeanInterval, IsDrawnOrExpanded) {
  for (const int n : {50, 2000}) {
    const std::vector<ClusterSum> units = made_up(n, length, false);
    const MeanInterval mean = mean_interval(units, 500, 9);
    const Bootstrap drawn = bootstrap_mean(units, 500, 9);
    EXPECT_DOUBLE_EQ(mean.estimate, drawn.estimate);
    EXPECT_EQ(mean.n, drawn.n);
    EXPECT_EQ(mean.n_units, n);
    EXPECT_EQ(mean.interval.low == drawn.low, n == 50);
    EXPECT_NEAR(mean.interval.low, drawn.low, .3 * *drawn.se.value);
  }
}

}  // namespace
}  // namespace brink::stats
