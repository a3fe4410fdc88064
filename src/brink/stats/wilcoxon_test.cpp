#include "brink/stats/wilcoxon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

using Values = std::vector<double>;

TEST(Wilcoxon, OfThreePairsWorkedByHand) {
  // Differences 1, 2, -3: w+ = 3 of 6; of the 8 sign patterns 5 reach 3 or more.
  const Wilcoxon w = wilcoxon(Values{1, 2, 0}, Values{0, 0, 3});
  EXPECT_EQ(w.wilcox.w_plus, 3);
  EXPECT_EQ(w.wilcox.w_minus, 3);
  EXPECT_EQ(w.rank_biserial.value, 0);
  EXPECT_NEAR(w.wilcox.exact->greater, 5.0 / 8, 1e-12);
  EXPECT_NEAR(w.wilcox.exact->less, 5.0 / 8, 1e-12);
  EXPECT_EQ(w.wilcox.exact->two_sided, 1);
  EXPECT_EQ(w.p()->greater, w.wilcox.exact->greater);
}

TEST(Wilcoxon, TreatsZerosInTwoWays) {
  // |d| = 0, 1, 1, 2: ranks 1.5, 1.5, 3 without the zero; 2.5, 2.5, 4 with it.
  const Wilcoxon w = wilcoxon(Values{5, 1, -1, 2}, Values{5, 0, 0, 0});
  EXPECT_EQ(w.n_zero, 1);
  EXPECT_TRUE(w.has_ties);
  EXPECT_EQ(w.wilcox.w_plus, 4.5);
  EXPECT_EQ(w.pratt.w_plus, 6.5);
  EXPECT_EQ(w.p()->greater, w.wilcox.exact->greater);
  Values x(14, 1), y(14, 0);
  x[0] = 2;
  EXPECT_EQ(wilcoxon(x, y).p()->greater, wilcoxon(x, y).wilcox.normal->greater) << "14 pairs with ties";
}

TEST(Wilcoxon, TakesRootsThatAreEqualOnPaperForEqual) {
  const double root = std::sqrt(0.5);
  EXPECT_EQ(wilcoxon(Values{root * root}, Values{0.5}).n_zero, 1);
  EXPECT_EQ(wilcoxon(Values{0.126}, Values{0.124}, 2).n_zero, 1);
}

TEST(Wilcoxon, ExchangedPairsExchangeTheDirections) {
  SplitMix64 rng(2);
  for (int round = 0; round < 50; ++round) {
    Values x, y;
    for (std::size_t i = 0; i < 1 + rng.below(30); ++i) {
      x.push_back(static_cast<double>(rng.below(5)));
      y.push_back(static_cast<double>(rng.below(5)));
    }
    const Wilcoxon a = wilcoxon(x, y), b = wilcoxon(y, x);
    if (!a.p()) continue;
    EXPECT_NEAR(a.p()->greater, b.p()->less, 1e-12);
    EXPECT_NEAR(a.wilcox.exact->greater, b.wilcox.exact->less, 1e-12);
    EXPECT_NEAR(a.wilcox.normal_cc->less, b.wilcox.normal_cc->greater, 1e-12);
    EXPECT_NEAR(*a.rank_biserial.value, -*b.rank_biserial.value, 1e-12);
    EXPECT_GE(a.wilcox.exact->greater + a.wilcox.exact->less, 1 - 1e-12);
  }
}

TEST(Wilcoxon, IsUndefinedWithAReason) {
  const Wilcoxon empty = wilcoxon({}, {}), equal = wilcoxon(Values{1, 2}, Values{1, 2});
  EXPECT_EQ(empty.wilcox.z.why_undefined, "empty");
  EXPECT_EQ(empty.mean_diff.why_undefined, "empty");
  EXPECT_EQ(equal.wilcox.z.why_undefined, "all zero");
  EXPECT_EQ(equal.pratt.z.why_undefined, "all zero");
  EXPECT_EQ(equal.rank_biserial.why_undefined, "all zero");
  EXPECT_EQ(equal.mean_diff.value, 0);
  EXPECT_FALSE(equal.p());
  const Values many(201, 1.0), none(201, 0.0);
  EXPECT_EQ(wilcoxon(many, none).wilcox.why_no_exact, "more than 200 differences");
}

TEST(Wilcoxon, ExactTestKeepsItsSizeOnFewValues) {
  SplitMix64 rng(3);
  constexpr int kStudies = 1000;
  int exact = 0, normal = 0;
  for (int study = 0; study < kStudies; ++study) {
    Values x, y;
    for (int i = 0; i < 60; ++i) {
      x.push_back(static_cast<double>(rng.below(4)));
      y.push_back(static_cast<double>(rng.below(4)));
    }
    const Wilcoxon w = wilcoxon(x, y);
    exact += w.wilcox.exact->greater <= 0.05;
    normal += w.wilcox.normal->greater <= 0.05;
  }
  EXPECT_LE(exact, 0.05 * kStudies + 3 * std::sqrt(0.05 * 0.95 * kStudies));
  EXPECT_NEAR(normal, 0.05 * kStudies, 0.02 * kStudies);
}

}  // namespace
}  // namespace brink::stats
