// The demonstration data set keeps what its description promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "brink/dataset/format.h"

namespace brink {
namespace {

TEST(Demo, IsCleanAndBalancedWithinEverySubjectAndLevel) {
  const Dataset d = read_dataset(BRINK_SOURCE_DIR "/examples/demo.jsonl");
  EXPECT_THAT(d.dirt, testing::IsEmpty());
  EXPECT_EQ(d.items.size(), 64u);
  std::map<std::string, std::map<int, int>> golds;
  std::set<std::string> subjects;
  for (const Item& item : d.items) {
    EXPECT_EQ(item.n_options(), 4) << item.id;
    EXPECT_FALSE(item.flags.positional_options) << item.id;
    subjects.insert(item.tags.at("subject"));
    ++golds[item.tags.at("subject")][item.gold_option()];
    ++golds[item.tags.at("level")][item.gold_option()];
  }
  EXPECT_EQ(subjects.size(), 8u);
  for (const auto& [group, count] : golds) {
    EXPECT_EQ(count.size(), 4u) << group;
    for (const auto& [gold, n] : count) EXPECT_EQ(n, count.begin()->second) << group << ' ' << gold;
  }
}

TEST(Demo, TheWordProblemsAreCleanAndAskForNumbers) {
  const Dataset d = read_dataset(BRINK_SOURCE_DIR "/examples/demo-numeric.jsonl");
  EXPECT_THAT(d.dirt, testing::IsEmpty());
  EXPECT_EQ(d.items.size(), 16u);
  for (const Item& item : d.items) EXPECT_TRUE(std::holds_alternative<Decimal>(item.gold)) << item.stem;
}

}  // namespace
}  // namespace brink
