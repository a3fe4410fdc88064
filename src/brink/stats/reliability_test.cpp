#include "brink/stats/reliability.h"

#include <gtest/gtest.h>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

constexpr int kBins = 10, kDraws = 199;

TEST(Reliability, IsWorkedByHand) {
  // Two bins: .25 and .35 -> .3 on average, none right; .9, .9, .9, 1 -> .925, three right.
  const std::vector<bool> right{false, false, true, true, true, false};
  const std::vector<double> confidence{.25, .35, .9, .9, .9, 1};
  const Reliability got = reliability(right, confidence, 2, kDraws, 1);
  ASSERT_EQ(got.bins.size(), 2U);
  EXPECT_EQ(got.bins[0].n, 2);
  EXPECT_DOUBLE_EQ(got.bins[0].mean_confidence, .3);
  EXPECT_DOUBLE_EQ(got.bins[0].right, 0);
  EXPECT_EQ(got.bins[1].number, 1) << "a confidence of 1 is in the last bin";
  EXPECT_DOUBLE_EQ(got.bins[1].right, .75);
  EXPECT_NEAR(got.bins[1].interval.low, wilson(3, 4).low, 1e-15);
  EXPECT_NEAR(*got.error.value, (2 * .3 + 4 * .175) / 6, 1e-12);
}

TEST(Reliability, OfNothingSaysSo) {
  const Reliability got = reliability({}, {}, kBins, kDraws, 1);
  EXPECT_TRUE(got.bins.empty());
  EXPECT_EQ(got.error.why_undefined, "no observation");
}

TEST(Reliability, OfSureAndRightAnswersIsPerfect) {
  const Reliability got = reliability(std::vector<bool>(9, true), std::vector<double>(9, 1.0), kBins, kDraws, 1);
  EXPECT_EQ(got.error.value, 0.0);
  EXPECT_EQ(got.null_mean.value, 0.0);
  EXPECT_EQ(got.p.value, 1.0);
}

/// Answers that are right with `skill` times their confidence.
Reliability simulated(double skill, std::uint64_t seed) {
  SplitMix64 rng(seed);
  std::vector<bool> right;
  std::vector<double> confidence;
  for (int i = 0; i < 150; ++i) {
    confidence.push_back(.25 + .75 * rng.uniform());
    right.push_back(rng.uniform() < skill * confidence.back());
  }
  return reliability(right, confidence, kBins, kDraws, seed);
}

TEST(Reliability, RejectsCalibratedAnswersAsOftenAsItSays) {
  constexpr int kStudies = 400;
  int n_rejected = 0;
  double error = 0, null = 0;
  for (int i = 0; i < kStudies; ++i) {
    const Reliability got = simulated(1, static_cast<std::uint64_t>(i) + 1);
    n_rejected += *got.p.value < .05;
    error += *got.error.value / kStudies;
    null += *got.null_mean.value / kStudies;
  }
  EXPECT_GT(n_rejected, 8) << "of 20 expected, 4.4 SD apart at most each way";
  EXPECT_LT(n_rejected, 40);
  EXPECT_NEAR(error, null, .003);
  EXPECT_GT(null, .03) << "not 0 for a calibrated source";
}

TEST(Reliability, FindsOverconfidence) {
  for (std::uint64_t seed = 1; seed < 11; ++seed) EXPECT_LT(*simulated(.6, seed).p.value, .05) << seed;
}

}  // namespace
}  // namespace brink::stats
