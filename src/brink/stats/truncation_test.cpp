#include "brink/stats/truncation.h"

#include <gtest/gtest.h>

namespace brink::stats {
namespace {

TEST(TruncationTable, CountsByPositionAndSide) {
  const std::vector<Cut> cuts{
      {0.25, -0.05, 0, {0, 1, 1}},           // two changes, to slot 1
      {0.3, 0.05, 1, {1, std::nullopt, 2}},  // on a border: the bucket above
      {1.0, 0.15, 2, {1, 2, 2}},             // the last bucket includes 1
      {1.05, 0.15, 2, {0, 0, 0}},            // no such cut
      {0.45, 0, 3, {3}},                     // on the commitment point: neither side
  };
  const TruncationTable t = truncation_table(cuts, 4, 1);
  ASSERT_EQ(t.buckets.size(), 5u);
  EXPECT_EQ(t.buckets[0].n, 3);
  EXPECT_EQ(t.buckets[0].destinations, (std::vector{0, 2, 0, 0}));
  EXPECT_EQ(t.buckets[0].change_rate.value, 2.0 / 3);
  EXPECT_EQ(t.buckets[0].toward_share.value, 1);
  EXPECT_EQ(t.buckets[0].chance_share.value, 1.0 / 3);
  EXPECT_EQ(t.buckets[1].n, 3);
  EXPECT_EQ(t.buckets[1].chance_share.value, 0) << "a change from the preferred slot cannot go there";
  EXPECT_EQ(t.buckets[2].change_rate.why_undefined, "no answer");
  EXPECT_EQ(t.buckets[4].n, 3);
  EXPECT_EQ(t.before.n, 3);
  EXPECT_EQ(t.after.n, 5);
  EXPECT_EQ(t.after.n_changed, 2);
  EXPECT_EQ(t.n_skipped, 3);
  EXPECT_EQ(t.n_missing, 1);
}

TEST(TruncationTable, OfWhatNeverChangesHasNoDirection) {
  const TruncationTable t = truncation_table(std::vector<Cut>{{0.5, -0.1, 0, {0, 0}}}, 2, 0, std::vector{0.0, 0.4});
  EXPECT_EQ(t.n_outside_edges, 1);
  EXPECT_EQ(t.before.change_rate.value, 0);
  EXPECT_EQ(t.before.toward_share.why_undefined, "no change");
  EXPECT_EQ(t.after.toward_share.why_undefined, "no change");
  EXPECT_TRUE(truncation_table({}, 2, 0, {}).buckets.empty());
}

}  // namespace
}  // namespace brink::stats
