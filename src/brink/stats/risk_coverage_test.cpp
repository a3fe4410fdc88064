#include "brink/stats/risk_coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

TEST(Aurc, IsTheMeanRiskAtEveryCoverage) {
  const std::vector<double> scores{4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(aurc({true, false, true, false}, scores).value.value(), (0 + 1 / 2.0 + 1 / 3.0 + 2 / 4.0) / 4);
  EXPECT_DOUBLE_EQ(aurc({true, true, true, true}, scores).value.value(), 0);
  EXPECT_DOUBLE_EQ(aurc({false, false, false, false}, scores).value.value(), 1);
  EXPECT_EQ(aurc({}, {}).why_undefined, "no observation");
}

TEST(Aurc, OfTiesIsTheMeanOverTheirOrders) {
  const std::vector<bool> right{true, false, true, false, false};
  const std::vector<double> tied{1, 1, 2, 1, 0};
  std::vector<std::size_t> order{0, 1, 3};
  double sum = 0;
  int n = 0;
  do {
    std::vector<double> scores = tied;
    for (std::size_t i = 0; i < order.size(); ++i) scores[order[i]] += 0.1 * static_cast<double>(i);
    sum += *aurc(right, scores).value;
    ++n;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_NEAR(aurc(right, tied).value.value(), sum / n, 1e-12);
}

TEST(Aurc, OfAConstantScoreIsTheErrorRate) {
  EXPECT_DOUBLE_EQ(aurc({true, false, true, false}, std::vector<double>(4, 7)).value.value(), 0.5);
}

TEST(Brier, IsTheMeanSquaredDistanceFromTheOutcome) {
  EXPECT_DOUBLE_EQ(brier({true, false}, std::vector<double>{0.8, 0.6}).value.value(), (0.04 + 0.36) / 2);
  EXPECT_EQ(brier({}, {}).why_undefined, "no observation");
}

}  // namespace
}  // namespace brink::stats
