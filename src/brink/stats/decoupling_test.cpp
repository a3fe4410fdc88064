#include "brink/stats/decoupling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/algebra.h"
#include "brink/stats/arrangements.h"
#include "brink/stats/order_test.h"

namespace brink::stats {
namespace {

struct Chooser {
  std::vector<double> b0, b1;  // per slot: logit at the mean log length, and its change per log length
  double hard_is_long = 1;     // how much longer an item is that the model is unsure of, in logs
};

// Cyclic orders; an item of little preference is long, and so are its flips, whatever the slots do.
std::vector<ChoicesAtLength> simulate(const Chooser& chooser, int n, std::uint64_t seed) {
  SplitMix64 rng(seed);
  const std::size_t m = chooser.b0.size();
  std::vector<ChoicesAtLength> out;
  for (int i = 0; i < n; ++i) {
    const double sure = 3 * rng.uniform();
    const double x = chooser.hard_is_long * (1.5 - sure) / 1.5 + rng.uniform() - 0.5;
    std::vector<std::optional<int>> slots;
    const std::size_t own = rng.below(m);
    for (std::size_t s = 0; s < m; ++s) {
      std::vector<double> weight(m);
      for (std::size_t slot = 0; slot < m; ++slot)
        weight[slot] = std::exp(chooser.b0[slot] + chooser.b1[slot] * x + ((own + s) % m == slot ? sure : 0));
      double u = rng.uniform() * std::accumulate(weight.begin(), weight.end(), 0.0);
      std::size_t slot = 0;
      while (slot + 1 < m && u >= weight[slot]) u -= weight[slot++];
      slots.emplace_back(static_cast<int>(slot));
    }
    out.push_back({answered_cyclic(slots), x + 6});
  }
  return out;
}

TEST(Arrangements, EqualEnumerationWithContentsChosenTwice) {
  // Contents 0, 0, 1 on three variants: three distinct arrangements, the features worked by hand.
  const auto x = [](double v) { return Eigen::VectorXd::Constant(1, v); };
  const Arrangements a{{2, 1}, {{x(1), x(0)}, {x(0), x(2)}, {x(0), x(-1)}}};
  const double eta = 0.3, total = 2 + std::exp(3 * eta), mean = 3 * std::exp(3 * eta) / total;
  const ArrangementMoments at = a.moments(x(eta));
  EXPECT_NEAR(at.log_sum, std::log(total), 1e-12);
  EXPECT_NEAR(at.mean[0], mean, 1e-12);
  EXPECT_NEAR(at.covariance(0, 0), 9 * std::exp(3 * eta) / total - mean * mean, 1e-12);
}

TEST(Algebra, ContrastsAreOrthonormalAndSumToZero) {
  for (const Eigen::Index n : {2, 3, 7}) {
    const Eigen::MatrixXd c = contrasts(n);
    EXPECT_LT((c.transpose() * c - Eigen::MatrixXd::Identity(n - 1, n - 1)).norm(), 1e-12);
    EXPECT_LT((Eigen::RowVectorXd::Ones(n) * c).norm(), 1e-12);
    const auto [inverse, rank] = pseudo_inverse(c * c.transpose());
    EXPECT_EQ(rank, n - 1);
    EXPECT_LT((inverse - c * c.transpose()).norm(), 1e-12);
  }
}

TEST(Decoupling, AtZeroIsTheOrderTest) {
  SplitMix64 rng(1);
  for (int round = 0; round < 10; ++round) {
    std::vector<ChoicesAtLength> items;
    std::vector<SlotMoments> moments;
    for (int i = 0; i < 40; ++i) {
      const std::size_t m = 3 + rng.below(3);
      std::vector<std::vector<int>> orders;
      std::vector<std::optional<int>> slots;
      for (std::size_t v = 0; v < 2 + rng.below(4); ++v) {
        std::vector<int>& order = orders.emplace_back(m);
        std::iota(order.begin(), order.end(), 0);
        if (round % 3 == 0) order.back() = 0;  // two options of one text
        rng.shuffle(std::span<int>(order));
        slots.emplace_back(rng.below(3) == 0 ? 0 : static_cast<int>(rng.below(m)));
      }
      items.push_back({answered_item(orders, slots), rng.uniform()});
      moments.push_back(slot_moments(items.back().read));
    }
    const ChiSquare order = conditional_chi_square(moments).conditional.value(), got = decoupling(items).order.value();
    EXPECT_NEAR(got.statistic, order.statistic, 1e-8 * order.statistic);
    EXPECT_EQ(got.df, order.df);
  }
}

TEST(Decoupling, RecoversThePullAndItsChangeWithLength) {
  const Chooser chooser{{0.6, 0, -0.2, -0.4}, {0.8, -0.3, -0.3, -0.2}};
  const std::vector<ChoicesAtLength> items = simulate(chooser, 3000, 2);
  const Decoupling got = decoupling(items);
  ASSERT_EQ(got.terms.size(), 4u);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(got.terms[j].slope, chooser.b1[j], 4 * *got.terms[j].slope_se) << j;
    EXPECT_LT(*got.terms[j].slope_se, 0.1);
  }
  EXPECT_EQ(got.score->df, 3);
  EXPECT_LT(got.score->p, 1e-6);
  EXPECT_LT(got.wald->p, 1e-6);
  EXPECT_LT(got.likelihood_ratio->p, 1e-6);
  EXPECT_FALSE(got.separated);
}

TEST(Decoupling, KeepsItsSizeWhenHardItemsAreLong) {
  // A pull that does not change with length, while flips and length both follow the model's doubt.
  const Chooser chooser{{0.7, 0, 0, 0}, {0, 0, 0, 0}, 1.5};
  constexpr int kStudies = 300;
  int score = 0, ratio = 0, wald = 0, covered = 0;
  for (int study = 0; study < kStudies; ++study) {
    const Decoupling got = decoupling(simulate(chooser, 200, 100 + static_cast<std::uint64_t>(study)));
    score += got.score->p <= 0.05;
    ratio += got.likelihood_ratio->p <= 0.05;
    wald += got.wald->p <= 0.05;
    covered += *got.terms[0].slope_low <= 0 && 0 <= *got.terms[0].slope_high;
  }
  const double most = (0.05 + 0.02) * kStudies + 3 * std::sqrt(0.05 * 0.95 * kStudies);
  EXPECT_LE(score, most);
  EXPECT_LE(ratio, most);
  EXPECT_LE(wald, most);
  EXPECT_GE(covered, 0.95 * kStudies - 3 * std::sqrt(0.05 * 0.95 * kStudies));
}

TEST(Decoupling, DoesNotDependOnTheUnitOfLengthOrTheOrderOfItems) {
  std::vector<ChoicesAtLength> items = simulate({{0.5, 0, 0}, {0.5, 0, 0}}, 150, 4);
  const Decoupling base = decoupling(items);
  for (ChoicesAtLength& item : items) item.log_length += std::log(4.2);  // characters instead of tokens
  std::reverse(items.begin(), items.end());
  const Decoupling moved = decoupling(items);
  EXPECT_NEAR(moved.score->statistic, base.score->statistic, 1e-8);
  EXPECT_NEAR(moved.terms[0].slope, base.terms[0].slope, 1e-8);
  EXPECT_NEAR(moved.terms[0].logit, base.terms[0].logit, 1e-8);
}

TEST(Decoupling, IsUndefinedWithAReason) {
  EXPECT_EQ(decoupling({}).why_undefined, "no informative item");
  using Slots = std::vector<std::optional<int>>;
  const ChoicesAtLength consistent{answered_cyclic(Slots{0, 1, 2, 3}), 5}, free{answered_cyclic(Slots{0, 0, 1, 3}), 5};
  EXPECT_EQ(decoupling(std::vector{consistent}).why_undefined, "no informative item");
  const Decoupling flat = decoupling(std::vector{free, consistent, free});
  EXPECT_EQ(flat.why_undefined, "length does not vary");
  EXPECT_TRUE(flat.order);
  EXPECT_EQ(flat.n_items, 3);
  EXPECT_EQ(flat.n_informative, 2);
}

TEST(Decoupling, StaysFiniteWhereOneSlotTakesEverything) {
  using Slots = std::vector<std::optional<int>>;
  std::vector<ChoicesAtLength> items;
  for (int i = 0; i < 60; ++i) items.push_back({answered_cyclic(Slots{0, 0, 0}), 0.1 * i});
  const Decoupling got = decoupling(items);
  EXPECT_TRUE(got.separated);
  EXPECT_FALSE(got.terms[0].slope_se);
  EXPECT_TRUE(std::isfinite(got.terms[0].logit));
  EXPECT_GT(got.terms[0].logit, 2);
}

}  // namespace
}  // namespace brink::stats
