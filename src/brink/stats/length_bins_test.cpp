#include "brink/stats/length_bins.h"

#include <gtest/gtest.h>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

LengthItem complete(double length, double y) { return {length, y, y, y}; }

TEST(LengthBins, SayWhereTheMeansDoNotRise) {
  // Sorted by length: 0 0 | 1 1 | .5 .5 | .5 .5 in four bins.
  std::vector<LengthItem> items;
  for (const auto& [length, y] : {std::pair{8, .5}, {7, .5}, {1, 0.}, {2, 0.}, {3, 1.}, {4, 1.}, {5, .5}, {6, .5}})
    items.push_back(complete(length, y));
  const LengthBins got = length_bins(items, 4, 50, 1);
  ASSERT_EQ(got.bins.size(), 4u);
  EXPECT_EQ(got.bins[1].mean.value, 1);
  EXPECT_EQ(got.bins[1].se.value, 0);
  EXPECT_EQ(got.bins[3].shortest, 7);
  EXPECT_EQ(got.violations, (std::vector{2, 3})) << "viol@2 and viol@3, bins from 1";
  EXPECT_EQ(got.order.first_violation, 1) << "the same from 0";
  EXPECT_FALSE(got.order.strict);
  EXPECT_EQ(got.order.gradient, 0.5);
}

TEST(LengthBins, PutIncompleteItemsByLengthAndBoundWhatTheyHide) {
  const std::vector<LengthItem> items{complete(1, 0.2), complete(2, 0.4), {2.5, {}, 0.1, 0.9}, {99, {}, 0.3, 0.8}};
  const LengthBins got = length_bins(items, 2, 10, 1);
  EXPECT_EQ(got.bins[0].n_incomplete, 0);
  EXPECT_EQ(got.bins[1].n_incomplete, 2) << "nothing complete is longer";
  EXPECT_NEAR(got.bins[1].least, (0.4 + 0.1 + 0.3) / 3, 1e-12);
  EXPECT_NEAR(got.bins[1].greatest, (0.4 + 0.9 + 0.8) / 3, 1e-12);
  EXPECT_EQ(got.bins[0].se.why_undefined, "one value");
  EXPECT_EQ(got.bins[1].mean.value, 0.4);
}

TEST(LengthBins, NeedAnItemPerBin) {
  const std::vector<LengthItem> items{complete(1, 0), {2, {}, 0, 1}};
  EXPECT_TRUE(length_bins(items, 2, 10, 1).bins.empty());
  EXPECT_EQ(length_bins(items, 1, 10, 1).bins.size(), 1u);
}

TEST(LengthBins, HoldEveryItemOnceAndTheMeanOfAll) {
  SplitMix64 rng(4);
  for (const int k : {3, 4, 5, 10}) {
    std::vector<LengthItem> items;
    double sum = 0;
    for (int i = 0; i < 57; ++i) {
      items.push_back(complete(static_cast<double>(rng.below(20)), rng.uniform()));
      sum += *items.back().y;
    }
    const LengthBins got = length_bins(items, k, 200, 7);
    double total = 0;
    for (const LengthBin& bin : got.bins) {
      total += bin.n * *bin.mean.value;
      EXPECT_LE(bin.interval->low, *bin.mean.value);
      EXPECT_GE(bin.interval->high, *bin.mean.value);
      EXPECT_EQ(bin.least, bin.greatest);
      EXPECT_NEAR(bin.least, *bin.mean.value, 1e-12);
    }
    EXPECT_NEAR(total, sum, 1e-9);
  }
}

}  // namespace
}  // namespace brink::stats
