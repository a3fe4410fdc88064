// Bootstrap, quantiles and bins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "brink/base/rng.h"
#include "brink/stats/bootstrap.h"
#include "brink/stats/draws.h"
#include "brink/stats/quantile.h"
#include "brink/stats/quantile_bins.h"
#include "brink/stats/resamples.h"

namespace brink::stats {
namespace {

TEST(Bootstrap, IsDeterminedByItsSeedAndKeepsClustersWhole) {
  const std::vector<double> values{1, 1, 5, 5, 5, 9};
  const std::vector<std::int64_t> clusters{7, 7, 3, 3, 3, 7};
  const auto units = cluster_sums(values, clusters);
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].sum, 11);
  const Bootstrap a = bootstrap_mean(units, 200, 5), b = bootstrap_mean(units, 200, 5);
  EXPECT_EQ(a.replicates, b.replicates);
  EXPECT_NE(a.replicates, bootstrap_mean(units, 200, 6).replicates);
  const std::set<double> distinct(a.replicates.begin(), a.replicates.end());
  EXPECT_EQ(distinct, (std::set{11 / 3.0, 5.0, 26 / 6.0})) << "two of one, two of the other, one of each";
}

TEST(DrawBelow, GivesTheNumbersOfAsManyCalls) {
  for (const std::size_t n : {1, 2, 7, 1000, 1'000'003}) {
    SplitMix64 one(n), many(n);
    for (const std::size_t length : {0, 1, 3, 8, 100}) {
      std::vector<std::int32_t> drawn(length);
      draw_below(many, n, drawn);
      for (const std::int32_t d : drawn) EXPECT_EQ(static_cast<std::size_t>(d), one.below(n));
    }
    EXPECT_EQ(many.next(), one.next());
  }
}

TEST(DrawExchanges, AreThoseOfAShuffle) {
  for (const std::size_t n : {1, 2, 3, 9, 1000}) {
    SplitMix64 one(n), many(n);
    std::vector<int> shuffled(n), exchanged(n);
    std::iota(shuffled.begin(), shuffled.end(), 0);
    exchanged = shuffled;
    one.shuffle(std::span<int>(shuffled));
    std::vector<std::int32_t> places(n - 1);
    draw_exchanges(many, places);
    for (std::size_t k = 0; k < places.size(); ++k)
      std::swap(exchanged[n - 1 - k], exchanged[static_cast<std::size_t>(places[k])]);
    EXPECT_EQ(shuffled, exchanged);
    EXPECT_EQ(one.next(), many.next());
  }
}

TEST(Resamples, ChangeNoBitAndStayWithinTheirSize) {
  SplitMix64 rng(3);
  constexpr int kDraws = 50;
  Resamples kept(3 * 40 * kDraws);  // bytes: three sets of 40
  for (const std::size_t n : {40, 40, 7, 33, 40, 500, 7}) {
    std::vector<ClusterSum> equal, unequal;
    for (std::size_t i = 0; i < n; ++i) {
      equal.push_back({rng.uniform(), 1});
      unequal.push_back({rng.uniform(), 1 + static_cast<int>(rng.below(3))});
    }
    for (const auto& units : {equal, unequal})
      for (const std::uint64_t seed : {1, 2}) {
        const Bootstrap plain = bootstrap_mean(units, kDraws, seed);
        const Bootstrap again = bootstrap_mean(units, kDraws, seed, 0.95, &kept);
        EXPECT_EQ(plain.replicates, again.replicates);
        EXPECT_EQ(plain.low, again.low);
        EXPECT_EQ(plain.high, again.high);
      }
    const auto draws = kept.of(n, kDraws, 1);
    EXPECT_EQ(draws ? draws->size() : 0, n > 120 ? 0 : n * kDraws) << "too many are not kept";
  }
}

TEST(Bootstrap, IntervalCoversTheMean) {
  SplitMix64 rng(12);
  constexpr int kStudies = 600, kClusters = 100;
  int covered = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<ClusterSum> units;
    for (int c = 0; c < kClusters; ++c) {
      const double level = rng.uniform();  // values of a cluster are alike
      units.push_back({4 * level + rng.uniform() - 0.5, 4});
    }
    const Bootstrap b = bootstrap_mean(units, 500, static_cast<std::uint64_t>(study));
    covered += b.low <= 0.5 && 0.5 <= b.high;
  }
  EXPECT_GE(covered, 0.92 * kStudies);
  EXPECT_LE(covered, 0.98 * kStudies);
}

TEST(Bootstrap, OfEqualValuesHasNoSpread) {
  const std::vector<ClusterSum> units(7, {497653.72778886685, 1});
  EXPECT_EQ(bootstrap_mean(units, 50, 1).se.value, 0);
  EXPECT_EQ(bootstrap_mean(units, 1, 1).se.why_undefined, "one replicate");
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> v{1, 2, 4, 8};
  EXPECT_EQ(quantile_sorted(v, 0), 1);
  EXPECT_EQ(quantile_sorted(v, 1), 8);
  EXPECT_EQ(quantile_sorted(v, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile_sorted(v, 0.1), 1.3);
}

TEST(Quantile, NeedsTwoValuesInTheirPlaces) {
  SplitMix64 rng(9);
  for (const std::size_t n : {1, 2, 3, 10, 101})
    for (const double q : {0.0, 0.025, 0.5, 0.975, 1.0}) {
      std::vector<double> values(n);
      for (double& v : values) v = static_cast<double>(rng.below(50));
      std::vector<double> sorted = values;
      std::sort(sorted.begin(), sorted.end());
      sort_for_quantile(values, 0.4);  // of another quantile before
      sort_for_quantile(values, q);
      EXPECT_EQ(quantile_sorted(values, q), quantile_sorted(sorted, q)) << n << " " << q;
    }
}

TEST(RankBins, DifferInSizeByAtMostOneAndKeepTheOrder) {
  SplitMix64 rng(1);
  for (int round = 0; round < 100; ++round) {
    const int k = 1 + static_cast<int>(rng.below(6));
    std::vector<double> values(static_cast<std::size_t>(k) + rng.below(20));
    for (double& v : values) v = static_cast<double>(rng.below(8));
    const RankBinning bins = rank_bins(values, k);
    const auto summary = summarize_bins(bins, values, {});
    for (std::size_t b = 0; b < summary.size(); ++b) {
      EXPECT_LE(std::abs(summary[b].size - summary.back().size), 1);
      EXPECT_TRUE(b == 0 || *summary[b - 1].high <= *summary[b].low);
    }
  }
}

TEST(QuantileBins, NeverSplitTies) {
  const std::vector<double> values{1, 1, 1, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_FALSE(quantile_bins(values, 4));
  EXPECT_EQ(quantile_bins(values, 4, true)->bins, (std::vector{0, 0, 0, 0, 0, 1, 1, 2, 2, 2}));
}

}  // namespace
}  // namespace brink::stats
