#include "brink/dataset/generate.h"

#include <gtest/gtest.h>

#include <set>

namespace brink {
namespace {

TEST(Generators, GiveDifferentItemsOfDifferentOptionsWithoutAGold) {
  for (const Generator* g : generators())
    for (const int m : {2, 4, 26}) {
      SCOPED_TRACE(std::string(g->name) + " m=" + std::to_string(m));
      const Dataset data = g->make(60, m, 5);
      std::set<Sha256> hashes;
      ASSERT_EQ(data.items.size(), 60u);
      for (const Item& item : data.items) {
        EXPECT_TRUE(hashes.insert(item.hash).second) << item.id;
        EXPECT_EQ(std::set<std::string>(item.options.begin(), item.options.end()).size(), static_cast<std::size_t>(m));
        EXPECT_EQ(item.gold_option(), -1);
        EXPECT_FALSE(item.flags.positional_options) << item.options[0];
        EXPECT_EQ(item.tags.at("control"), g->name);
      }
    }
}

TEST(Generators, DependOnTheSeedAloneAndMoreItemsExtendFewer) {
  for (const Generator* g : generators()) {
    const Dataset few = g->make(10, 4, 5), many = g->make(40, 4, 5), other = g->make(10, 4, 6);
    for (std::size_t i = 0; i < few.items.size(); ++i) {
      EXPECT_EQ(few.items[i].hash, many.items[i].hash);
      EXPECT_NE(few.items[i].hash, other.items[i].hash);
    }
  }
}

TEST(Generators, AreFrozen) {
  // A change would ask the items of every recorded control again.
  const Item item = generator("content_free").make(1, 4, 1).items[0];
  EXPECT_EQ(item.stem, "What does a tipadur need to fomutom the pekelar?");
  EXPECT_EQ(item.options, (std::vector<std::string>{"niduvil", "mimumon", "kadesil", "likavar"}));
  const Item empty = generator("empty_question").make(1, 4, 1).items[0];
  EXPECT_EQ(empty.stem, "");
  EXPECT_EQ(empty.options, (std::vector<std::string>{"gineron", "rurenam", "tibepem", "gugonon"}));
}

TEST(Generators, SayWhatTheyAre) {
  std::set<std::string_view> names;
  for (const Generator* g : generators()) {
    EXPECT_TRUE(names.insert(g->name).second);
    EXPECT_FALSE(g->summary.empty());
    EXPECT_FALSE(g->source.empty());
    EXPECT_EQ(&generator(g->name), g);
  }
}

}  // namespace
}  // namespace brink
