#include "brink/dataset/reshape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace brink {
namespace {

Item question(std::string stem, std::vector<std::string> options, Gold gold) {
  Item item;
  item.stem = std::move(stem);
  item.options = std::move(options);
  item.gold = std::move(gold);
  item.at = {"d.jsonl", 3};
  return item;
}

TEST(AsOpen, AsksForTheNumberOfTheRightOption) {
  const struct {
    const char *option, *gold;  // "" = none
  } cases[] = {{"32400", "32400"}, {"100 m", "100"}, {"$18.50", "18.5"}, {"Rs. 1,200", "1200"}, {"25 %", "25"},
               {"-3", "-3"},       {"3/4", "3/4"},   {"10 km/h", ""},    {"5(√3 + 1)", ""},     {"None of these", ""},
               {"2 and 3", ""},    {"x = 5", ""},    {"4 : 5", ""}};
  for (const auto& c : cases) {
    Dataset d;
    d.items = {question("Q?", {c.option, "other"}, 0)};
    as_open(d);
    EXPECT_EQ(d.items.size(), *c.gold ? 1u : 0u) << c.option;
    EXPECT_EQ(d.dirt.size(), *c.gold ? 0u : 1u) << c.option;
    if (!d.items.empty()) {
      EXPECT_EQ(std::get<Decimal>(d.items[0].gold).text, c.gold) << c.option;
      EXPECT_TRUE(d.items[0].options.empty());
    }
  }
}

TEST(AsChoice, GivesDifferentOptionsOneOfThemRight) {
  for (const char* gold : {"18", "0", "1", "-7", "0.05", "123456789"}) {
    Dataset d;
    d.items = {question("How many?", {}, Decimal{gold})};
    as_choice(d, 4, 5);
    ASSERT_EQ(d.items.size(), 1u) << gold;
    const Item& item = d.items[0];
    EXPECT_EQ(std::set<std::string>(item.options.begin(), item.options.end()).size(), 4u) << gold;
    EXPECT_EQ(item.options.at(static_cast<std::size_t>(item.gold_option())), gold);
    EXPECT_EQ(item.labels.size(), 4u);
  }
}

TEST(AsChoice, DependsOnSeedAndItemAloneAndPutsTheRightOptionAnywhere) {
  Dataset d;
  for (int i = 0; i < 200; ++i) d.items.push_back(question("How many " + std::to_string(i) + "?", {}, Decimal{"40"}));
  Dataset again = d, other = d;
  as_choice(d, 4, 5);
  as_choice(again, 4, 5);
  as_choice(other, 4, 6);
  std::vector<int> places(4);
  int n_same = 0;
  for (std::size_t i = 0; i < d.items.size(); ++i) {
    EXPECT_EQ(d.items[i].options, again.items[i].options);
    n_same += d.items[i].options == other.items[i].options;
    ++places[static_cast<std::size_t>(d.items[i].gold_option())];
  }
  EXPECT_LT(n_same, 20);
  EXPECT_GT(*std::ranges::min_element(places), 25);
}

TEST(AsChoice, LeavesOutWhatItCannotDo) {
  Dataset d;
  d.items = {question("A text?", {}, std::string("Nile")), question("A fraction?", {}, Decimal{"3/4"}),
             question("Options?", {"1", "2"}, 0), question("Unknown?", {}, std::monostate{})};
  as_choice(d, 4, 5);
  EXPECT_TRUE(d.items.empty());
  ASSERT_EQ(d.dirt.size(), 4u);
  EXPECT_EQ(d.dirt[0].at.line, 3);
}

}  // namespace
}  // namespace brink
