#include "brink/dataset/item.h"

#include <gtest/gtest.h>

#include <set>

namespace brink {
namespace {

Item item(const std::string& stem) {
  Item out;
  out.stem = stem;
  out.options = {"a", "b"};
  out.gold = 1;
  return out;
}

TEST(Items, EqualContentSharesAHashAndCountsOccurrences) {
  std::vector<Item> items{item("x"), item("y"), item("x")};
  items[2].id = "another id";
  finish_items(items);
  EXPECT_EQ(items[0].hash, items[2].hash);
  EXPECT_EQ(items[2].occurrence, 1);
  EXPECT_TRUE(items[2].flags.duplicate_item);
  EXPECT_NE(items[0].hash, items[1].hash);
}

TEST(Items, ALargerSubsetExtendsASmallerOneWhateverTheFileOrder) {
  std::vector<Item> items;
  for (int i = 0; i < 40; ++i) items.push_back(item(std::to_string(i)));
  finish_items(items);
  std::vector<Item> reversed(items.rbegin(), items.rend());
  const auto ten = subset(items, 7, 10);
  const auto twenty = subset(reversed, 7, 20);
  ASSERT_EQ(ten.size(), 10u);
  for (std::size_t i = 0; i < ten.size(); ++i) EXPECT_EQ(ten[i].hash, twenty[i].hash);
  std::set<Sha256> other;
  for (const Item& i : subset(items, 8, 10)) other.insert(i.hash);
  bool differs = false;
  for (const Item& i : ten) differs |= !other.contains(i.hash);
  EXPECT_TRUE(differs) << "the seed matters";
  EXPECT_EQ(subset(items, 7, 0).size(), 40u);
}

}  // namespace
}  // namespace brink
