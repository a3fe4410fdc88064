// What is tested about continuations of cut texts: sides of the commitment point, trend, exposure.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/cluster_trend.h"
#include "brink/stats/exposure.h"
#include "brink/stats/side_comparison.h"

namespace brink::stats {
namespace {

TEST(SignFlipDraws, AgreeWithTheExactTest) {
  const std::vector<std::int64_t> whole{3, -1, 4, 1, -5, 9, 2, 6, 0};
  const std::vector<double> same(whole.begin(), whole.end());
  const SignFlip exact = sign_flip_test(whole), drawn = sign_flip_draws(same, 40'000, 3);
  EXPECT_EQ(drawn.n_nonzero, 8);
  EXPECT_NEAR(drawn.p_greater, exact.p_greater, 0.01);
  EXPECT_NEAR(drawn.p_less, exact.p_less, 0.01);
  EXPECT_NEAR(drawn.p_two_sided, exact.p_two_sided, 0.01);
  EXPECT_EQ(sign_flip_draws({}, 10, 1).p_greater, 1);
  EXPECT_EQ(sign_flip_draws(std::vector<double>(200, 0.1), 99, 1).p_greater, 0.01) << "(b + 1) / (B + 1)";
}

TEST(CompareSides, TakesItemsWithBothSides) {
  const std::vector<SideChanges> items{{6, 3, 6, 0}, {4, 1, 2, 1}, {6, 6, 0, 0}};
  const SideComparison got = compare_sides(items, 999, 1);
  EXPECT_EQ(got.n_items, 2);
  EXPECT_NEAR(*got.difference.value, (0.5 - 0.25) / 2, 1e-12);
  EXPECT_LT(got.interval->low, 0);
  EXPECT_EQ(compare_sides(std::vector{items[2]}, 9, 1).difference.why_undefined, "no item with both sides");
  EXPECT_FALSE(compare_sides(std::vector{items[0]}, 9, 1).interval);
}

TEST(ClusterTrend, OfTwoItemsWorkedByHand) {
  // Means 1/2 and 1/2; U = (-.5)(-.5) + (.5)(.5) = .5 for both items.
  const std::vector<TrendPoint> points{{1, 0, 0}, {1, 1, 1}, {2, 0, 0}, {2, 1, 1}};
  EXPECT_NEAR(*cluster_trend(points).z.value, 1 / std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(*cluster_trend_within(points).z.value, 1 / std::sqrt(0.5), 1e-12);
  EXPECT_EQ(cluster_trend({}).z.why_undefined, "no observation");
  const std::vector<TrendPoint> flat{{1, 0, 1}, {2, 1, 1}, {3, 7, 1}};
  EXPECT_EQ(cluster_trend(flat).p.why_undefined, "no variance");
  const std::vector<TrendPoint> between{{1, 0, 0}, {2, 1, 1}, {3, 2, 1}};
  EXPECT_TRUE(cluster_trend(between).z.value);
  EXPECT_EQ(cluster_trend_within(between).z.why_undefined, "no variance");
}

TEST(ClusterTrend, KeepsItsSizeWithItemsThatDiffer) {
  SplitMix64 rng(6);
  constexpr int kStudies = 1500;
  int overall = 0, within = 0, confounded = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<TrendPoint> points, moved;
    for (int item = 0; item < 200; ++item) {
      const double rate = rng.uniform();
      for (int j = 0; j < 6; ++j) {
        const double x = rng.uniform(), y = rng.uniform() < rate ? 1 : 0;
        points.push_back({item, x, y});
        moved.push_back({item, x + rate, y});  // items that change are cut later
      }
    }
    overall += *cluster_trend(points).p.value <= 0.05;
    within += *cluster_trend_within(moved).p.value <= 0.05;
    confounded += *cluster_trend(moved).p.value <= 0.05;
  }
  EXPECT_NEAR(overall, 0.05 * kStudies, 0.02 * kStudies);
  EXPECT_NEAR(within, 0.05 * kStudies, 0.02 * kStudies);
  EXPECT_EQ(confounded, kStudies);
}

TEST(Exposure, EqualsAReference) {
  // SciPy 1.17: minimize(BFGS) of the penalised likelihood, and its sandwich by item, worked in NumPy.
  const std::vector<ExposedChange> changes{
      {0, 0, 1, {.49, .19, .32}}, {0, 1, 0, {.03, .39, .58}}, {1, 2, 1, {.03, .47, .5}},  {1, 0, 1, {.06, .57, .37}},
      {2, 1, 0, {.5, .08, .42}},  {2, 2, 0, {.92, .02, .06}}, {3, 0, 1, {.16, .31, .53}}, {3, 1, 0, {.45, 0, .55}},
      {4, 2, 0, {.13, .3, .57}},  {4, 0, 2, {.14, .36, .5}},  {5, 1, 2, {.13, .11, .76}}, {5, 2, 1, {.51, .49, 0}},
      {6, 0, 2, {.04, .53, .43}}, {6, 1, 0, {.26, .61, .13}}};
  const Exposure got = exposure(changes);
  EXPECT_EQ(got.n, 14);
  EXPECT_EQ(got.n_items, 7);
  EXPECT_NEAR(*got.log_odds.value, 2.88607444, 1e-6);
  const double half = 1.48503005 * 2.446911851;  // Student t, 6 df
  EXPECT_NEAR(got.interval->low, *got.log_odds.value - half, 1e-5);
  EXPECT_NEAR(got.interval->high, *got.log_odds.value + half, 1e-5);
}

TEST(Exposure, TellsMentionsFromAPreferredSlot) {
  SplitMix64 rng(7);
  std::vector<ExposedChange> changes;
  for (int i = 0; i < 1500; ++i) {
    ExposedChange change{i / 3, static_cast<int>(rng.below(4)), 0, {}};
    double sum = 0;
    for (int j = 0; j < 4; ++j) sum += change.mention_share.emplace_back(rng.uniform() + (j == 0));
    for (double& share : change.mention_share) share /= sum;
    // Slot 0 is mentioned more often and changed to more often, but mentions have nothing to do with it.
    do change.destination = rng.below(2) == 0 ? 0 : static_cast<int>(rng.below(4));
    while (change.destination == change.original);
    changes.push_back(change);
  }
  const Exposure got = exposure(changes);
  EXPECT_LT(got.interval->low, 0);
  EXPECT_GT(got.interval->high, 0);
}

TEST(Exposure, TakesItemsOfDifferentOptionCountsTogether) {
  SplitMix64 rng(11);
  constexpr double kTrue = 2;
  std::vector<ExposedChange> changes;
  for (int i = 0; i < 3000; ++i) {
    const int m = 3 + i / 3 % 2;  // of an item; three changes each
    ExposedChange change{i / 3, static_cast<int>(rng.below(static_cast<std::uint64_t>(m))), 0, {}};
    double sum = 0, total = 0;
    for (int j = 0; j < m; ++j) sum += change.mention_share.emplace_back(rng.uniform());
    std::vector<double> weight;
    for (double& share : change.mention_share) {
      share /= sum;
      total += weight.emplace_back(std::ssize(weight) == change.original ? 0 : std::exp(kTrue * share));
    }
    double left = rng.uniform() * total;
    while (left >= weight[static_cast<std::size_t>(change.destination)])
      left -= weight[static_cast<std::size_t>(change.destination++)];
    changes.push_back(std::move(change));
  }
  const Exposure got = exposure(changes);
  EXPECT_LT(got.interval->low, kTrue);
  EXPECT_GT(got.interval->high, kTrue);
  EXPECT_GT(got.interval->low, 1);
}

TEST(Exposure, IsUndefinedWithAReason) {
  EXPECT_EQ(exposure({}).log_odds.why_undefined, "no change");
  EXPECT_EQ(exposure(std::vector<ExposedChange>{{0, 0, 1, {.5, .25, .25}}}).log_odds.why_undefined,
            "mentions say nothing");
  EXPECT_EQ(exposure(std::vector<ExposedChange>{{0, 0, 1, {0, 1, 0}}, {1, 1, 2, {0, .2, .8}}}).log_odds.why_undefined,
            "every change is to what was mentioned more");
  // Most changes of a weak model: nothing but the original was mentioned. They do not hide that the others agree.
  std::vector<ExposedChange> changes(50, {0, 0, 1, {1, 0, 0}});
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i].item = static_cast<std::int64_t>(i);
  changes.push_back({50, 0, 1, {.5, .5, 0}});
  changes.push_back({51, 0, 2, {.5, .1, .4}});
  changes.push_back({52, 1, 0, {.2, .7, .1}});
  EXPECT_EQ(exposure(changes).log_odds.why_undefined, "every change is to what was mentioned more");
  for (ExposedChange& change : changes)
    if (change.item >= 50) change.destination = 3 - change.original - change.destination;
  EXPECT_EQ(exposure(changes).log_odds.why_undefined, "every change is to what was mentioned less");
}

}  // namespace
}  // namespace brink::stats
