#include "brink/stats/length_regression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "brink/base/rng.h"
#include "brink/stats/ols.h"
#include "brink/stats/slope.h"

namespace brink::stats {
namespace {

using Values = std::vector<double>;

TEST(LengthRegression, EqualsStatsmodels) {
  // statsmodels 0.15: OLS(y, [log2 length, ...]).fit(cov_type="HC3", use_t=True); the one item of accuracy 0 left out
  // where accuracy is a factor.
  const Values length{100, 210, 150, 800, 400, 330, 1200, 90, 640, 500, 260, 720};
  const Values accuracy{1, .75, 1, .25, .5, .5, 0, 1, .25, .5, .75, .25};
  const Values y{0, .3, .1, .6, .35, .5, .45, .05, .7, .2, .25, .4};
  const struct {
    Control control;
    int df;
    double slope, p, low, high;
  } cases[] = {
      {Control::kNone, 10, 0.14554522679821086, 0.0014610483463809506, 0.07086283, 0.22022763},
      {Control::kLine, 9, -0.06337031423852207, 0.7254376364587626, -0.45896866, 0.33222803},
      {Control::kFactor, 6, -0.1476668099042348, 0.651666526215599, -0.90855396, 0.61322034},
  };
  for (const auto& [control, df, slope, p, low, high] : cases) {
    const LengthRegression got = slope_per_doubling(length, y, accuracy, control);
    EXPECT_EQ(got.df, df);
    EXPECT_NEAR(*got.slope.value, slope, 1e-10);
    EXPECT_NEAR(*got.p.value, p, 1e-9);
    EXPECT_NEAR(got.interval->low, low, 1e-7);
    EXPECT_NEAR(got.interval->high, high, 1e-7);
  }
}

TEST(LengthRegression, IsPerDoublingWhateverTheUnitOfLength) {
  const Values length{1, 2, 4, 8, 16}, y{0, 1, 2, 3, 4.5}, accuracy(5, 0.5);
  Values longer = length;
  for (double& l : longer) l *= 37;
  const double slope = *slope_per_doubling(length, y, accuracy, Control::kNone).slope.value;
  EXPECT_NEAR(slope, 1.1, 1e-12);
  EXPECT_NEAR(*slope_per_doubling(longer, y, accuracy, Control::kFactor).slope.value, slope, 1e-12);
}

TEST(LengthRegression, IsUndefinedWithAReason) {
  EXPECT_EQ(slope_per_doubling({}, {}, {}, Control::kNone).slope.why_undefined, "n too small");
  EXPECT_EQ(slope_per_doubling(Values{1, 2}, Values{0, 1}, Values{0, 0}, Control::kNone).slope.why_undefined,
            "n too small");
  const Values flat(4, 8), y{0, 1, 0, 2}, two{0, 0, 1, 1}, tied{2, 2, 8, 8};
  EXPECT_EQ(slope_per_doubling(flat, y, two, Control::kNone).slope.why_undefined, "collinear");
  EXPECT_EQ(slope_per_doubling(tied, y, two, Control::kFactor).slope.why_undefined, "collinear");
  EXPECT_EQ(slope_per_doubling(tied, flat, two, Control::kNone).p.why_undefined, "no variance");
}

TEST(LengthRegression, IntervalCoversWhenLongItemsScatterMore) {
  SplitMix64 rng(8);
  constexpr int kStudies = 2000;
  int covered = 0;
  for (int study = 0; study < kStudies; ++study) {
    Values length, y, accuracy;
    for (int i = 0; i < 100; ++i) {
      accuracy.push_back(static_cast<double>(rng.below(5)) / 4);
      length.push_back(std::exp(3 * rng.uniform() - accuracy.back()));
      y.push_back(accuracy.back() * accuracy.back() + 0.1 * std::log2(length.back()) +
                  length.back() * (rng.uniform() - 0.5));
    }
    const LengthRegression got = slope_per_doubling(length, y, accuracy, Control::kFactor);
    covered += got.interval->low <= 0.1 && 0.1 <= got.interval->high;
  }
  EXPECT_NEAR(covered, 0.95 * kStudies, 0.02 * kStudies);
}

// One item is far longer than the rest and alone in its accuracy; the others' lengths differ only where y does not.
TEST(LengthRegression, TakesNoRoundingForAnEffect) {
  Values length(24, 17), y(24, 0), accuracy(24, 1);
  length[3] = 383.5;
  accuracy[3] = 0.75;
  length[5] = length[9] = 13;
  for (std::size_t i = 12; i < 24; ++i) {
    accuracy[i] = i % 2 == 0 ? 0.5 : 0.25;
    y[i] = std::sqrt(i % 3 == 0 ? 0.125 : 0.375);
  }
  const LengthRegression got = slope_per_doubling(length, y, accuracy, Control::kFactor);
  EXPECT_NEAR(*got.slope.value, 0, 1e-12);
  EXPECT_EQ(got.p.why_undefined, "no variance");
  EXPECT_FALSE(got.interval);
}

TEST(LengthLine, IsLeastSquaresWithItsBand) {
  // By hand from the same twelve items: b, HC3 covariance, t(10) = 2.2281388519649385.
  const Values length{100, 210, 150, 800, 400, 330, 1200, 90, 640, 500, 260, 720};
  const Values y{0, .3, .1, .6, .35, .5, .45, .05, .7, .2, .25, .4};
  const LengthLine got = line_over_length(length, y, Values{100, 1000});
  EXPECT_EQ(got.df, 10);
  EXPECT_NEAR(got.y[0], 0.16992074927953893, 1e-10);
  EXPECT_NEAR(got.band[0].low, -0.015608409819480112, 1e-10);
  EXPECT_NEAR(got.band[0].high, 0.35544990837855794, 1e-10);
  EXPECT_NEAR(got.y[1], 0.5686959654178676, 1e-10);
  EXPECT_NEAR(got.band[1].low, 0.12966874629967806, 1e-10);
  EXPECT_NEAR(got.band[1].high, 1.007723184536057, 1e-10);
  EXPECT_NEAR(*got.p.value, 0.1533, 1e-4) << "t = 1.5452498";
  EXPECT_EQ(line_over_length(Values{5, 5, 5}, Values{1, 2, 3}, Values{5}).why_undefined, "collinear");
  EXPECT_EQ(line_over_length(Values{1, 2}, Values{1, 2}, Values{1}).why_undefined, "n too small");
  EXPECT_FALSE(line_over_length(Values{1, 2, 3, 4}, Values{2, 2, 2, 2}, Values{1}).p.value);
}

TEST(Slope, IsLeastSquares) {
  EXPECT_DOUBLE_EQ(slope(std::vector<double>{1, 3}, std::vector<double>{2, 8}).value(), 3);
  // x - mean: -2, -1, 3; products with y: -2 * 1 - 1 * 4 + 3 * 2 = 0.
  EXPECT_DOUBLE_EQ(slope(std::vector<double>{0, 1, 5}, std::vector<double>{1, 4, 2}).value(), 0);
  EXPECT_FALSE(slope(std::vector<double>{2, 2}, std::vector<double>{1, 4}));
  EXPECT_FALSE(slope(std::vector<double>{2}, std::vector<double>{1}));
}

}  // namespace
}  // namespace brink::stats
