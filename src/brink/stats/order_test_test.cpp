#include "brink/stats/order_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Slots = std::vector<std::optional<int>>;

VectorXd slot_counts(const AnsweredItem& item, const std::vector<std::size_t>& chosen) {
  VectorXd counts = VectorXd::Zero(item.m);
  for (std::size_t v = 0; v < chosen.size(); ++v) {
    const auto& order = item.orders[v];
    const int content = item.contents[chosen[v]];
    const auto k = std::count(order.begin(), order.end(), content);
    for (std::size_t slot = 0; slot < order.size(); ++slot) {
      if (order[slot] == content) counts[static_cast<Eigen::Index>(slot)] += 1.0 / static_cast<double>(k);
    }
  }
  return counts;
}

AnsweredItem random_item(SplitMix64& rng, std::size_t m, std::size_t n_variants, bool twins) {
  std::vector<std::vector<int>> orders;
  Slots slots;
  for (std::size_t v = 0; v < n_variants; ++v) {
    std::vector<int> order(m);
    std::iota(order.begin(), order.end(), 0);
    if (twins) order.back() = 0;
    rng.shuffle(std::span<int>(order));
    orders.push_back(order);
    slots.push_back(static_cast<int>(rng.below(m)));
  }
  return answered_item(orders, slots);
}

TEST(SlotMoments, EqualEnumerationOfAllAssignmentsForAnyOrders) {
  SplitMix64 rng(3);
  for (int round = 0; round < 60; ++round) {
    const AnsweredItem item = random_item(rng, 2 + rng.below(4), 1 + rng.below(5), round % 3 == 0);
    std::vector<std::size_t> index(item.contents.size());
    std::iota(index.begin(), index.end(), 0);
    VectorXd mean = VectorXd::Zero(item.m);
    MatrixXd second = MatrixXd::Zero(item.m, item.m);
    const VectorXd observed = slot_counts(item, index);
    double n = 0;
    do {
      const VectorXd counts = slot_counts(item, index);
      mean += counts;
      second += counts * counts.transpose();
      ++n;
    } while (std::next_permutation(index.begin(), index.end()));
    mean /= n;
    const SlotMoments moments = slot_moments(item);
    EXPECT_TRUE(moments.observed.isApprox(observed, 1e-12));
    EXPECT_TRUE(moments.expected.isApprox(mean, 1e-12));
    EXPECT_LT((moments.covariance - (second / n - mean * mean.transpose())).norm(), 1e-12);
  }
}

TEST(SlotMoments, OfACompleteCyclicItemExpectOnePerSlot) {
  const SlotMoments moments = slot_moments(answered_cyclic(Slots{0, 0, 1, 3, 2}));
  EXPECT_TRUE(moments.expected.isApproxToConstant(1.0, 1e-12));
  EXPECT_LT((moments.covariance * VectorXd::Ones(5)).norm(), 1e-12) << "the counts add up to V whatever happens";
}

TEST(OrderTest, HasNoStatisticWhenNothingCanVary) {
  const std::vector<SlotMoments> consistent{slot_moments(answered_cyclic(Slots{0, 1, 2, 3}))};
  const OrderTest test = conditional_chi_square(consistent);
  EXPECT_FALSE(test.conditional);
  EXPECT_EQ(test.why_no_conditional, "no informative item: none chose other contents in another order");
  EXPECT_EQ(test.naive.value().p, 1);
  EXPECT_EQ(conditional_chi_square({}).why_no_conditional, "no usable item");
}

TEST(OrderTest, AddsItemsWithDifferentNumbersOfOptions) {
  const SlotMoments three = slot_moments(answered_cyclic(Slots{0, 0, 0}));
  const SlotMoments five = slot_moments(answered_cyclic(Slots{0, 0, 0, 0, 4}));
  const OrderTest test = conditional_chi_square(std::vector{three, five});
  EXPECT_EQ(test.observed, (VectorXd(5) << 7, 0, 0, 0, 1).finished());
  EXPECT_EQ(test.n_choices, 8);
  EXPECT_NEAR(test.expected.sum(), 8, 1e-12);
  EXPECT_NEAR(test.pulls[0].pull, (7 - 2) / 8.0, 1e-12);
}

struct Chooser {
  double knows, pull;  // probability of the item's own content; of slot 0 otherwise than by chance
};

/// The slots chosen by one item's model at the four cyclic shifts, as one base-4 number.
std::size_t answers(SplitMix64& rng, const Chooser& chooser) {
  // Half of the items are easy, so that items differ and clustering matters.
  const double knows = rng.below(2) == 0 ? 0.95 : chooser.knows;
  std::size_t code = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    std::size_t slot = 0;
    if (rng.uniform() >= chooser.pull) slot = (s + (rng.uniform() < knows ? 0 : rng.below(4))) % 4;
    code = 4 * code + slot;
  }
  return code;
}

/// Moments of every possible item.
std::vector<SlotMoments> all_moments() {
  std::vector<SlotMoments> moments;
  for (int code = 0; code < 256; ++code) {
    moments.push_back(slot_moments(answered_cyclic(Slots{code / 64, code / 16 % 4, code / 4 % 4, code % 4})));
  }
  return moments;
}

TEST(OrderTest, KeepsItsSizeAndThePullsIntervalCovers) {
  SplitMix64 rng(17);
  const std::vector<SlotMoments> moments = all_moments();
  constexpr int kStudies = 2000, kItems = 200;
  for (const Chooser chooser : {Chooser{0.4, 0.0}, Chooser{0.4, 0.15}}) {
    int rejected[3] = {}, covered = 0;
    const double levels[3] = {0.01, 0.05, 0.1};
    // Expected pull of slot 0: the chosen share there is pull + (1 - pull)/4, less the 1/4 that is expected.
    const double truth = chooser.pull * 0.75;
    for (int study = 0; study < kStudies; ++study) {
      std::vector<SlotMoments> items;
      for (int i = 0; i < kItems; ++i) items.push_back(moments[answers(rng, chooser)]);
      const OrderTest test = conditional_chi_square(items);
      for (int k = 0; k < 3; ++k) rejected[k] += test.conditional->p <= levels[k];
      covered += test.pulls[0].low <= truth && truth <= test.pulls[0].high;
    }
    EXPECT_GE(covered, 0.93 * kStudies);
    EXPECT_LE(covered, 0.97 * kStudies);
    for (int k = 0; k < 3; ++k) {
      if (chooser.pull > 0) {
        EXPECT_GE(rejected[k], 0.99 * kStudies) << "an order effect of this size is found";
      } else {
        EXPECT_NEAR(rejected[k], levels[k] * kStudies, 0.02 * kStudies) << "asymptotic size at " << levels[k];
      }
    }
  }
}

}  // namespace
}  // namespace brink::stats
