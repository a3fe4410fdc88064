#include "brink/stats/destinations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/preferred_slot.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Some changes per variant of a cyclic set; each goes to slot 0 with probability `pull`, else to a content of the
// item's.
CutItem random_item(SplitMix64& rng, int m, double pull) {
  CutItem item{m, cyclic_orders(m), {}};
  const std::size_t n = static_cast<std::size_t>(m), favourite = rng.below(n);
  for (const std::vector<int>& order : item.orders) {
    std::vector<int>& destinations = item.destinations.emplace_back();
    for (std::size_t k = rng.below(4); k > 0; --k) {
      const bool pulled = rng.uniform() < pull, liked = rng.below(2) == 0;
      destinations.push_back(pulled ? order[0] : static_cast<int>(liked ? favourite : rng.below(n)));
    }
  }
  return item;
}

TEST(DestinationMoments, EqualEnumerationOfAllDeals) {
  SplitMix64 rng(3);
  for (int round = 0; round < 30; ++round) {
    CutItem item = random_item(rng, 4, 0.3);
    if (round % 3 == 0) {
      for (std::vector<int>& order : item.orders) std::replace(order.begin(), order.end(), 3, 0);
      for (std::vector<int>& to : item.destinations) std::replace(to.begin(), to.end(), 3, 0);
    }
    std::vector<std::size_t> place(item.orders.size());
    std::iota(place.begin(), place.end(), 0);
    VectorXd mean = VectorXd::Zero(4), first;
    MatrixXd second = MatrixXd::Zero(4, 4);
    double n = 0;
    do {
      VectorXd counts = VectorXd::Zero(4);
      for (std::size_t w = 0; w < place.size(); ++w) {
        for (const int content : item.destinations[w]) {
          const std::vector<int>& order = item.orders[place[w]];
          const auto shown = static_cast<double>(std::count(order.begin(), order.end(), content));
          for (Eigen::Index slot = 0; slot < 4; ++slot)
            counts[slot] += order[static_cast<std::size_t>(slot)] == content ? 1 / shown : 0;
        }
      }
      if (n == 0) first = counts;
      mean += counts;
      second += counts * counts.transpose();
      ++n;
    } while (std::next_permutation(place.begin(), place.end()));
    mean /= n;
    const SlotMoments got = destination_moments(item);
    EXPECT_TRUE(got.observed.isApprox(first, 1e-12) || first.isZero());
    EXPECT_LT((got.expected - mean).norm(), 1e-12);
    EXPECT_LT((got.covariance - (second / n - mean * mean.transpose())).norm(), 1e-12);
  }
}

TEST(DirectionTest, OfOneItemWorkedByHand) {
  // Two orders of two options. Each variant changed to what it showed first: of the two deals one has two changes to
  // slot 0, the other none.
  const std::vector<CutItem> items{{2, {{0, 1}, {1, 0}}, {{0}, {1}}}};
  const Direction d = direction_test(items, 0, 1, 1);
  EXPECT_EQ(d.n_changes, 2);
  EXPECT_EQ(d.share.value, 1);
  EXPECT_EQ(d.null_share.value, 0.5);
  EXPECT_NEAR(*d.p.value, 0.5, 1e-12);
  EXPECT_EQ(d.n_draws, 0);
}

TEST(DirectionTest, DrawsWhatItDoesNotCount) {
  SplitMix64 rng(8);
  std::vector<CutItem> items;
  for (int i = 0; i < 20; ++i) items.push_back(random_item(rng, 4, 0.2));
  const Direction exact = direction_test(items, 1, 1, 1);
  for (CutItem& item : items) item.m = 6;
  for (CutItem& item : items) {
    for (std::vector<int>& order : item.orders) order.insert(order.end(), {8, 9});
  }
  EXPECT_NEAR(*direction_test(items, 1, 1, 1).p.value, *exact.p.value, 1e-12) << "slots that nothing goes to";
  CutItem seven{2, {}, {}};
  for (int v = 0; v < 7; ++v) {
    seven.orders.push_back(v % 2 == 0 ? std::vector{0, 1} : std::vector{1, 0});
    seven.destinations.push_back(v < 3 ? std::vector{0} : std::vector<int>{});
  }
  // Three changes to content 0, at slot 0 in 4 of 7 variants: two of them or more there with probability 22 / 35.
  const Direction drawn = direction_test(std::vector{seven}, 0, 20'000, 1);
  EXPECT_EQ(drawn.n_to_slot, 2);
  EXPECT_EQ(drawn.n_draws, 20'000);
  EXPECT_NEAR(*drawn.p.value, 22.0 / 35, 0.015);
}

TEST(DirectionTest, IsUndefinedWithAReason) {
  const CutItem unchanged{2, {{0, 1}, {1, 0}}, {{}, {}}}, single{2, {{0, 1}}, {{0}}};
  EXPECT_EQ(direction_test(std::vector{unchanged}, 0, 9, 1).p.why_undefined, "no change");
  const Direction one_order = direction_test(std::vector{single}, 0, 9, 1);
  EXPECT_EQ(one_order.share.value, 1);
  EXPECT_EQ(one_order.p.why_undefined, "no item can vary");
  const std::vector<std::uint64_t> hash{1};
  EXPECT_EQ(preferred_slot(std::vector{destination_moments(single)}, hash, 1).p.why_undefined, "no item can vary");
}

TEST(DirectionTests, KeepTheirSizeAndFindAPull) {
  SplitMix64 rng(12);
  constexpr int kStudies = 400;
  for (const double pull : {0.0, 0.35}) {
    int slot_zero = 0, omnibus = 0, cross_fitted = 0;
    for (int study = 0; study < kStudies; ++study) {
      std::vector<CutItem> items;
      std::vector<SlotMoments> moments;
      std::vector<std::uint64_t> hashes;
      for (int i = 0; i < 80; ++i) {
        items.push_back(random_item(rng, 4, pull));
        moments.push_back(destination_moments(items.back()));
        hashes.push_back(rng.next());
      }
      const auto seed = static_cast<std::uint64_t>(study);
      slot_zero += *direction_test(items, 0, 199, seed).p.value <= 0.05;
      omnibus += conditional_chi_square(moments).conditional->p <= 0.05;
      const PreferredSlot preferred = preferred_slot(moments, hashes, seed);
      cross_fitted += *preferred.p.value <= 0.05;
      if (pull > 0) {
        EXPECT_GT(preferred.times_chosen[0], 25);
      }
    }
    if (pull > 0) {
      EXPECT_GT(slot_zero, 0.95 * kStudies);
      EXPECT_GT(omnibus, 0.95 * kStudies);
      EXPECT_GT(cross_fitted, 0.9 * kStudies);
    } else {
      const double most = 0.05 * kStudies + 3 * std::sqrt(0.05 * 0.95 * kStudies);
      EXPECT_LE(slot_zero, most);
      EXPECT_LE(omnibus, most + 0.02 * kStudies);
      EXPECT_LE(cross_fitted, most);
    }
  }
}

TEST(PreferredSlot, IsTestedOnItemsThatDidNotChooseIt) {
  // The half that chooses goes to slot 0, the half that tests goes to slot 1, by the one split there is.
  const std::uint64_t split_seed = SplitMix64(3).next();
  const auto all_to = [](int slot) {
    CutItem item{4, cyclic_orders(4), {}};
    for (const std::vector<int>& order : item.orders)
      item.destinations.push_back({order[static_cast<std::size_t>(slot)]});
    return destination_moments(item);
  };
  std::vector<SlotMoments> moments;
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t hash = 0; hash < 40; ++hash) {
    hashes.push_back(hash);
    moments.push_back(all_to(static_cast<int>(SplitMix64(hash ^ split_seed).next() >> 63)));
  }
  const PreferredSlot got = preferred_slot(moments, hashes, 3, 1);
  EXPECT_EQ(got.times_chosen, (std::vector{1, 0, 0, 0}));
  EXPECT_EQ(got.p.value, 1);
}

TEST(PreferredSlot, DependsOnHashesAndSeedAlone) {
  SplitMix64 rng(5);
  std::vector<SlotMoments> moments;
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 30; ++i) {
    moments.push_back(destination_moments(random_item(rng, 3, 0.4)));
    hashes.push_back(rng.next());
  }
  const PreferredSlot base = preferred_slot(moments, hashes, 9);
  EXPECT_EQ(std::accumulate(base.times_chosen.begin(), base.times_chosen.end(), 0), 50);
  std::reverse(moments.begin(), moments.end());
  std::reverse(hashes.begin(), hashes.end());
  const PreferredSlot turned = preferred_slot(moments, hashes, 9);
  EXPECT_EQ(turned.times_chosen, base.times_chosen);
  EXPECT_NEAR(*turned.p.value, *base.p.value, 1e-12);
}

}  // namespace
}  // namespace brink::stats
