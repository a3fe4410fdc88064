#include "brink/stats/paired.h"

#include <gtest/gtest.h>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

TEST(PairedProportions, AgreeWithPublishedIntervals) {
  // Bentur et al. 2009 in Fagerland, Lydersen & Laake 2014, table 4: 1, 1, 7, 12 of 21; -.286 (-.507 to -.026) there,
  // as first less second.
  const PairedProportions bentur = paired_proportions(1, 1, 7, 12);
  EXPECT_NEAR(bentur.diff, 6.0 / 21, 1e-12);
  EXPECT_NEAR(bentur.interval.low, 0.026, 5e-4);
  EXPECT_NEAR(bentur.interval.high, 0.507, 5e-4);
  EXPECT_NEAR(bentur.p, 18.0 / 256, 1e-12) << "1 of 8: 2 (1 + 8) / 2^8";
}

TEST(PairedProportions, WithoutADiscordantPairHasNoDifferenceAndStillAWidth) {
  const PairedProportions p = paired_proportions(30, 0, 0, 20);
  EXPECT_EQ(p.diff, 0);
  EXPECT_EQ(p.p, 1);
  EXPECT_LT(p.interval.low, -0.01);
  EXPECT_GT(p.interval.high, 0.01);
}

TEST(PairedProportions, SwapSigns) {
  const PairedProportions p = paired_proportions(5, 9, 2, 14), q = paired_proportions(5, 2, 9, 14);
  EXPECT_EQ(p.diff, -q.diff);
  EXPECT_NEAR(p.interval.low, -q.interval.high, 1e-12);
  EXPECT_EQ(p.p, q.p);
}

TEST(PairedProportions, CoverTheTruth) {
  SplitMix64 rng(11);
  constexpr int kStudies = 2000, kItems = 100;
  int n_covered = 0;
  for (int s = 0; s < kStudies; ++s) {
    int both = 0, first = 0, second = 0;
    for (int i = 0; i < kItems; ++i) {
      const double u = rng.uniform();
      both += u < 0.5;
      first += u >= 0.5 && u < 0.58;
      second += u >= 0.58 && u < 0.76;
    }
    const Interval interval = paired_proportions(both, first, second, kItems - both - first - second).interval;
    n_covered += interval.low <= 0.1 && 0.1 <= interval.high;
  }
  EXPECT_NEAR(static_cast<double>(n_covered) / kStudies, 0.95, 0.02);
}

}  // namespace
}  // namespace brink::stats
