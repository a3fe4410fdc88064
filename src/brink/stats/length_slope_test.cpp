#include "brink/stats/length_slope.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

std::vector<LengthChoices> simulate(double slope, int n, std::uint64_t seed) {
  SplitMix64 rng(seed);
  std::vector<LengthChoices> out;
  for (int i = 0; i < n; ++i) {
    LengthChoices& item = out.emplace_back(LengthChoices{0.1 + 2 * rng.uniform(), 2, 0});
    for (int k = 0; k < 2; ++k) item.n_longer += rng.uniform() < 1 / (1 + std::exp(-slope * item.doublings));
  }
  return out;
}

TEST(LengthSlope, OfOneLengthRatioIsTheLogOdds) {
  const std::vector<LengthChoices> items{{2, 4, 3}, {2, 4, 3}};
  const LengthSlope found = length_slope(items);
  EXPECT_NEAR(found.slope.value.value(), std::log(3.0) / 2, 1e-9);
  EXPECT_NEAR(found.low.value(), found.slope.value.value(), 1e-9) << "no item differs from another";
}

TEST(LengthSlope, IntervalsCoverTheTruth) {
  int covered = 0;
  for (std::uint64_t s = 0; s < 200; ++s) {
    const LengthSlope found = length_slope(simulate(0.6, 120, s));
    covered += *found.low <= 0.6 && 0.6 <= *found.high;
  }
  EXPECT_GT(covered, 180);
  EXPECT_LT(covered, 199);
}

TEST(LengthSlope, HasNoValueWithoutBothOutcomes) {
  EXPECT_EQ(length_slope({}).slope.why_undefined, "no observation");
  EXPECT_EQ(length_slope(std::vector<LengthChoices>{{1, 2, 2}}).slope.why_undefined, "every choice is of the longer");
  EXPECT_EQ(length_slope(std::vector<LengthChoices>{{1, 2, 0}}).slope.why_undefined, "every choice is of the shorter");
  EXPECT_FALSE(length_slope(std::vector<LengthChoices>{{1, 2, 1}}).low);
}

}  // namespace
}  // namespace brink::stats
