// Proportions, contingency tables, sign flips, adjusted p-values: what the kept oracle cases do not reach.
#include <gtest/gtest.h>

#include <cmath>

#include "brink/base/rng.h"
#include "brink/stats/binomial.h"
#include "brink/stats/contingency.h"
#include "brink/stats/padjust.h"
#include "brink/stats/proportion.h"
#include "brink/stats/sign_flip.h"

namespace brink::stats {
namespace {

TEST(Proportion, IntervalsEqualPublishedOnes) {
  // 15 of 148: Newcombe 1998, Statistics in Medicine 17:857, table I.
  EXPECT_NEAR(wilson(15, 148).low, 0.0624, 5e-5);
  EXPECT_NEAR(wilson(15, 148).high, 0.1605, 5e-5);
  for (int n = 1; n < 300; ++n) {
    EXPECT_EQ(wilson(0, n).low, 0) << n;
    EXPECT_EQ(wilson(n, n).high, 1) << n;
  }
  EXPECT_NEAR(clopper_pearson(15, 148).low, 0.0578, 5e-5);
  EXPECT_NEAR(clopper_pearson(15, 148).high, 0.1617, 5e-5);
  EXPECT_EQ(clopper_pearson(0, 20).low, 0);
  EXPECT_EQ(clopper_pearson(20, 20).high, 1);
  EXPECT_NEAR(clopper_pearson(0, 20).high, 1 - std::pow(0.025, 1.0 / 20), 1e-12);
}

TEST(Proportion, ClopperPearsonInvertsTheBinomialTest) {
  for (const int k : {1, 7, 19}) {
    const Interval ci = clopper_pearson(k, 20, 0.9);
    EXPECT_NEAR(binomial_greater(k, 20, ci.low), 0.05, 1e-10);
    EXPECT_NEAR(binomial_less(k, 20, ci.high), 0.05, 1e-10);
  }
}

TEST(Fisher, TailsOfLargeTablesAgreeWithEachOther) {
  for (const std::int64_t n : {100LL, 10'000LL, 1'000'000LL, 1'000'000'000LL}) {
    const Fisher even = fisher(n, n, n, n);
    EXPECT_EQ(even.p_two_sided, 1);
    EXPECT_NEAR(even.p_greater, even.p_less, 1e-9);
    EXPECT_GT(even.p_greater, 0.5);
    // Three standard deviations of the hypergeometric, which is n / 2 of variance here.
    const auto off = static_cast<std::int64_t>(3 * std::sqrt(static_cast<double>(n) / 2 / 4));
    const Fisher uneven = fisher(n + off, n - off, n - off, n + off);
    EXPECT_NEAR(uneven.p_two_sided, 2 * uneven.p_greater, 1e-9) << "symmetric margins";
  }
}

TEST(Fisher, OfAZeroMarginIsOne) {
  const Fisher f = fisher(0, 0, 3, 4);
  EXPECT_EQ(f.p_two_sided, 1);
  EXPECT_EQ(f.odds_ratio.why_undefined, "b c = 0");
}

TEST(Fisher, EndsWhereTheProbabilityIsTooSmallToRepresent) {
  const Fisher f = fisher(1'000'000'000'000, 0, 1, 1'000'000'000'000);
  EXPECT_EQ(f.p_two_sided, 0);
  EXPECT_EQ(f.p_greater, 0);
  EXPECT_EQ(f.p_less, 1);
}

TEST(SignFlip, EqualsEnumerationOfAllSigns) {
  SplitMix64 rng(9);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::int64_t> d(1 + rng.below(10));
    std::int64_t observed = 0;
    for (auto& x : d) observed += x = static_cast<std::int64_t>(rng.below(9)) - 4;
    double greater = 0, less = 0, two = 0;
    const int n = 1 << d.size();
    for (int signs = 0; signs < n; ++signs) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < d.size(); ++i) sum += (signs >> i & 1) ? d[i] : -d[i];
      greater += sum >= observed;
      less += sum <= observed;
      two += std::abs(sum) >= std::abs(observed);
    }
    const SignFlip test = sign_flip_test(d);
    EXPECT_NEAR(test.p_greater, greater / n, 1e-12);
    EXPECT_NEAR(test.p_less, less / n, 1e-12);
    EXPECT_NEAR(test.p_two_sided, two / n, 1e-12);
  }
}

TEST(SignFlip, OfDifferencesOfOneIsTheSignTest) {
  std::vector<std::int64_t> d(1000, 0);
  for (int i = 0; i < 60; ++i) d[static_cast<std::size_t>(i)] = i < 40 ? 1 : -1;
  EXPECT_NEAR(sign_flip_test(d).p_two_sided, binomial_two_sided(40, 60, 0.5), 1e-12);
  EXPECT_EQ(sign_flip_test(d).n_nonzero, 60);
  EXPECT_EQ(sign_flip_test({}).p_two_sided, 1);
}

TEST(AdjustedP, OrderIsKeptAndAdjustmentNeverHelps) {
  SplitMix64 rng(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> p(rng.below(12));
    for (double& x : p) x = rng.uniform() * rng.uniform();
    const auto bh = benjamini_hochberg(p), by = benjamini_yekutieli(p), h = holm(p), b = bonferroni(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_LE(p[i], bh[i]);
      EXPECT_LE(bh[i], h[i] + 1e-15);
      EXPECT_LE(bh[i], by[i]);
      EXPECT_LE(h[i], b[i]);
      for (std::size_t j = 0; j < p.size(); ++j) {
        EXPECT_TRUE(p[i] >= p[j] || h[i] <= h[j]);
      }
    }
  }
}

}  // namespace
}  // namespace brink::stats
