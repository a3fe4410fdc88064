#include "brink/stats/power.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "brink/base/rng.h"
#include "brink/stats/order_test.h"

namespace brink::stats {
namespace {

constexpr int kStudies = 1000;
/// Three standard errors of a share of .8 over kStudies, and .02 for the asymptotics.
constexpr double kTolerance = 0.038 + 0.02;

/// A guess that a slot pulls: 1/m + pull at slot 0, the rest alike.
int draw_slot(SplitMix64& rng, int m, double pull) {
  const double u = rng.uniform(), first = 1.0 / m + pull;
  if (u < first) return 0;
  return 1 + std::min(m - 2, static_cast<int>((u - first) / (1 - first) * (m - 1)));
}

AnsweredItem cyclic_item(SplitMix64& rng, int m, double pull) {
  std::vector<std::optional<int>> slots;
  for (int v = 0; v < m; ++v) slots.emplace_back(draw_slot(rng, m, pull));
  return answered_cyclic(slots);
}

AnsweredItem random_order_item(SplitMix64& rng, int m, int n_variants, double pull) {
  std::vector<std::vector<int>> orders;
  std::vector<std::optional<int>> slots;
  for (int v = 0; v < n_variants; ++v) {
    std::vector<int>& order = orders.emplace_back(static_cast<std::size_t>(m));
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(std::span<int>(order));
    slots.emplace_back(draw_slot(rng, m, pull));
  }
  return answered_item(orders, slots);
}

template <class Item>
double share_found(const Item& item, int n_items) {
  int n_found = 0;
  for (int study = 0; study < kStudies; ++study) {
    SplitMix64 rng(static_cast<std::uint64_t>(study));
    std::vector<SlotMoments> moments;
    for (int i = 0; i < n_items; ++i) moments.push_back(slot_moments(item(rng)));
    n_found += conditional_chi_square(moments).conditional->p < 0.05;
  }
  return static_cast<double>(n_found) / kStudies;
}

TEST(SmallestPull, IsFoundInFourStudiesOfFive) {
  for (const auto& [n_items, m] : {std::pair{60, 4}, std::pair{200, 4}, std::pair{120, 2}, std::pair{80, 6}}) {
    SCOPED_TRACE(testing::Message() << n_items << " items of " << m);
    const double pull = smallest_pull(n_items, m, m, true).value.value();
    EXPECT_NEAR(share_found([&, m = m](SplitMix64& rng) { return cyclic_item(rng, m, pull); }, n_items), 0.8,
                kTolerance);
  }
}

TEST(SmallestPull, AccountsForWhatUnbalancedOrdersGiveAway) {
  const double pull = smallest_pull(100, 3, 4, false).value.value();
  EXPECT_NEAR(share_found([&](SplitMix64& rng) { return random_order_item(rng, 4, 3, pull); }, 100), 0.8, kTolerance);
}

TEST(SmallestPull, IsAlsoTheSmallestChangePerStandardDeviationOfLogLength) {
  constexpr int kItems = 150, kM = 4;
  const double slope = smallest_pull(kItems, kM, kM, true).value.value();
  int n_found = 0;
  for (int study = 0; study < kStudies; ++study) {
    SplitMix64 rng(static_cast<std::uint64_t>(study) + 10'000);
    Eigen::VectorXd score = Eigen::VectorXd::Zero(kM);
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(kM, kM);
    for (int i = 0; i < kItems; ++i) {
      const double x = i % 2 == 0 ? 1 : -1;  // log length, standardised: short and long items
      const SlotMoments moments = slot_moments(cyclic_item(rng, kM, x * slope));
      score += x * (moments.observed - moments.expected);
      information += x * x * moments.covariance;
    }
    const auto reduced = kM - 1;  // slots sum to zero
    const Eigen::VectorXd s = score.head(reduced);
    const double statistic = s.dot(information.topLeftCorner(reduced, reduced).ldlt().solve(s));
    n_found += chi_square(statistic, reduced).p < 0.05;
  }
  EXPECT_NEAR(static_cast<double>(n_found) / kStudies, 0.8, kTolerance);
}

TEST(SmallestPull, IsUndefinedWithAReason) {
  EXPECT_EQ(smallest_pull(0, 4, 4, true).why_undefined, "no item");
  EXPECT_EQ(smallest_pull(50, 1, 4, false).why_undefined, "one order: nothing to compare");
  EXPECT_EQ(smallest_pull(1, 2, 2, true).why_undefined, "no pull is large enough");
  // lambda = 10.903 on 3 df (Cohen 1988, table): sqrt(10.903 * 3 / 400) / 4.
  EXPECT_NEAR(smallest_pull(100, 4, 4, true).value.value(), 0.0715, 1e-4);
}

/// Partial correlation of the first two columns given the third.
double partial_correlation(const Eigen::MatrixXd& x) {
  const Eigen::MatrixXd centred = x.rowwise() - x.colwise().mean();
  const Eigen::MatrixXd precision = (centred.transpose() * centred).inverse();
  return -precision(0, 1) / std::sqrt(precision(0, 0) * precision(1, 1));
}

TEST(SmallestPartialRho, IsFoundInFourStudiesOfFive) {
  constexpr int kItems = 80;
  const PowerGoal goal;
  // Pearson's variance has no factor for ranks: the rho that its test finds is a little smaller.
  const double needed = (1.959964 + 0.841621) / std::sqrt(kItems - 4);
  const double pearson = std::tanh(needed);
  const double spearman = smallest_partial_rho(kItems, 1, goal).value.value();
  EXPECT_NEAR(std::atanh(spearman), needed * std::sqrt(1 + spearman * spearman / 2), 1e-6);
  EXPECT_GT(spearman, pearson);
  const boost::math::normal z;
  int n_found = 0;
  for (int study = 0; study < kStudies; ++study) {
    SplitMix64 rng(static_cast<std::uint64_t>(study));
    const auto normal = [&] { return quantile(z, (rng.uniform() + 1e-12) / (1 + 2e-12)); };
    Eigen::MatrixXd x(kItems, 3);
    for (int i = 0; i < kItems; ++i) {
      x(i, 2) = normal();
      const double a = normal();
      x(i, 0) = a + 0.7 * x(i, 2);
      x(i, 1) = pearson * a + std::sqrt(1 - pearson * pearson) * normal() - 0.4 * x(i, 2);
    }
    n_found += std::abs(std::atanh(partial_correlation(x))) * std::sqrt(kItems - 4) > 1.959964;
  }
  EXPECT_NEAR(static_cast<double>(n_found) / kStudies, 0.8, kTolerance);
}

TEST(SmallestPartialRho, NeedsItems) {
  EXPECT_EQ(smallest_partial_rho(4, 1).why_undefined, "too few items");
  EXPECT_LT(smallest_partial_rho(1000, 1).value.value(), 0.09);
}

}  // namespace
}  // namespace brink::stats
