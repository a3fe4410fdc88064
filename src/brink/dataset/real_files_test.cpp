// The published files themselves, where they are at hand: counts as their own description gives them.
#include <gtest/gtest.h>

#include <algorithm>

#include "brink/dataset/format.h"

namespace brink {
namespace {

struct Case {
  const char* file;
  std::size_t n_items;
  std::map<std::string, int> dirt;
  std::map<int, int> n_options;  // number of options -> items
};

const std::filesystem::path kShared = BRINK_SHARED_DIR "/data";

TEST(RealFiles, AreReadWholeWithTheDirtTheyAreKnownFor) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no published data sets beside the checkout";
  const std::vector<Case> cases{
      {"mmlu/mmlu_test.jsonl.gz",
       14042,
       {{"duplicate item", 105}, {"duplicate options", 9}, {"untrimmed text", 1003}, {"labelled options", 1}},
       {{4, 14042}}},
      {"mmlu/mmlu_dev.jsonl.gz",
       285,
       {{"duplicate item", 1}, {"duplicate options", 1}, {"untrimmed text", 20}},
       {{4, 285}}},
      {"mmlu/abstract_algebra_test.csv", 100, {}, {{4, 100}}},
      {"arc_challenge/ARC-Challenge-Test.jsonl", 1172, {}, {{3, 4}, {4, 1165}, {5, 3}}},
      {"arc_challenge/ARC-Challenge-Dev.jsonl", 299, {}, {{3, 3}, {4, 295}, {5, 1}}},
      {"commonsenseqa/dev_rand_split.jsonl", 1221, {{"duplicate options", 24}}, {{5, 1221}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.file);
    const Dataset d = read_dataset(kShared / c.file);
    EXPECT_EQ(d.items.size(), c.n_items);
    std::map<std::string, int> dirt;
    std::map<int, int> n_options;
    for (const Dirt& one : d.dirt) ++dirt[one.kind];
    for (const Item& item : d.items) ++n_options[item.n_options()];
    EXPECT_EQ(dirt, c.dirt);
    EXPECT_EQ(n_options, c.n_options);
    EXPECT_TRUE(std::all_of(d.items.begin(), d.items.end(), [](const Item& i) { return i.gold_option() >= 0; }));
  }
}

TEST(RealFiles, AboutSixHundredFiftyMmluItemsReferToOtherOptions) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no published data sets beside the checkout";
  const Dataset d = read_dataset(kShared / "mmlu/mmlu_test.jsonl.gz");
  const auto n =
      std::count_if(d.items.begin(), d.items.end(), [](const Item& i) { return i.flags.positional_options; });
  EXPECT_NEAR(static_cast<double>(n), 644, 30) << "644 by another tool's list of phrases";
}

}  // namespace
}  // namespace brink
