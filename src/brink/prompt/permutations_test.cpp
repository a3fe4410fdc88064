#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "brink/base/error.h"
#include "brink/prompt/prompt.h"

namespace brink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Item item(int m) {
  Item out;
  out.id = "q" + std::to_string(m);
  out.stem = "stem";
  for (int i = 0; i < m; ++i) out.options.push_back("option " + std::to_string(i));
  out.at = {"data.jsonl", 7};
  return out;
}

std::vector<std::vector<int>> orders(int m, const PermutationSpec& set, std::uint64_t seed = 1) {
  std::vector<std::vector<int>> out;
  for (const Variant& v : variants(item(m), set, seed)) out.push_back(v.order);
  return out;
}

TEST(Permutations, OfFourOptionsAreTheOnesWorkedByHand) {
  EXPECT_THAT(orders(4, {"none"}), ElementsAre(ElementsAre(0, 1, 2, 3)));
  EXPECT_THAT(orders(4, {"cyclic"}), ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(3, 0, 1, 2),
                                                 ElementsAre(2, 3, 0, 1), ElementsAre(1, 2, 3, 0)));
  EXPECT_THAT(orders(4, {"reversed"}), ElementsAre(ElementsAre(3, 2, 1, 0), ElementsAre(0, 3, 2, 1),
                                                   ElementsAre(1, 0, 3, 2), ElementsAre(2, 1, 0, 3)));
  EXPECT_THAT(orders(3, {"both"}), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(2, 0, 1), ElementsAre(1, 2, 0),
                                               ElementsAre(2, 1, 0), ElementsAre(0, 2, 1), ElementsAre(1, 0, 2)));
  EXPECT_THAT(orders(2, {"both"}), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 0)));
  EXPECT_THAT(orders(2, {"pairs"}), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 0)));
  EXPECT_EQ(orders(3, {"all"}).size(), 6u);
  EXPECT_EQ(orders(5, {"all"}).size(), 120u);
}

TEST(Permutations, EveryVariantShowsEveryOptionOnceAndNoneTwice) {
  for (int m = 2; m <= 26; ++m)
    for (const PermutationSpec& set : {PermutationSpec{"none"}, {"cyclic"}, {"reversed"}, {"both"}, {"random", 9}}) {
      SCOPED_TRACE(set.kind + " m=" + std::to_string(m));
      const auto all = orders(m, set);
      EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << "distinct";
      for (std::vector<int> order : all) {
        ASSERT_EQ(order.size(), static_cast<std::size_t>(m));
        std::sort(order.begin(), order.end());
        for (int i = 0; i < m; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
      }
    }
}

TEST(Permutations, CyclicShiftSPutsOptionIAtSlotIPlusS) {
  for (int m = 2; m <= 10; ++m) {
    const auto all = orders(m, {"cyclic"});
    for (int s = 0; s < m; ++s)
      for (int i = 0; i < m; ++i)
        EXPECT_EQ(all[static_cast<std::size_t>(s)][static_cast<std::size_t>((i + s) % m)], i) << m << ' ' << s;
  }
}

TEST(Permutations, BalancedSetsShowEachOptionInEachSlotEquallyOften) {
  for (const auto& [m, set] : {std::pair{4, PermutationSpec{"cyclic"}},
                               {7, {"cyclic"}},
                               {5, {"reversed"}},
                               {4, {"both"}},
                               {4, {"all"}},
                               {2, {"pairs"}},
                               {3, {"random", 6}}}) {
    const auto all = orders(m, set);
    for (int slot = 0; slot < m; ++slot)
      for (int option = 0; option < m; ++option) {
        const auto n = std::count_if(
            all.begin(), all.end(), [&](const auto& order) { return order[static_cast<std::size_t>(slot)] == option; });
        EXPECT_EQ(static_cast<std::size_t>(n) * static_cast<std::size_t>(m), all.size()) << set.kind << ' ' << m;
      }
  }
}

TEST(Permutations, RandomDependsOnSeedAndContentAlone) {
  const PermutationSpec eight{"random", 8};
  for (const int m : {4, 8}) {
    EXPECT_EQ(orders(m, eight, 1), orders(m, eight, 1));
    EXPECT_NE(orders(m, eight, 1), orders(m, eight, 2));
    Item renamed = item(m);
    renamed.id = "other";
    EXPECT_EQ(variants(renamed, eight, 1), variants(item(m), eight, 1));
    Item changed = item(m);
    changed.stem = "other";
    EXPECT_NE(variants(changed, eight, 1), variants(item(m), eight, 1));
  }
}

TEST(Permutations, ALargerRandomSetExtendsASmallerOneUpToAllOrders) {
  for (const int m : {2, 3, 4, 8}) {
    const auto few = orders(m, {"random", 2});
    const auto many = orders(m, {"random", 20});
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << m;
  }
  EXPECT_EQ(orders(2, {"random", 20}).size(), 2u);
  EXPECT_EQ(orders(3, {"random", 20}).size(), 6u);
  EXPECT_EQ(orders(8, {"random", 20}).size(), 20u);
}

TEST(Permutations, ASetThatDoesNotFitNamesTheItemAndItsLine) {
  for (const auto& [m, kind, what] :
       {std::tuple{6, "all", "more than 120 variants"}, {26, "all", "more than 120 variants"}, {3, "pairs", "two"}}) {
    try {
      orders(m, {kind});
      FAIL() << kind << " took " << m << " options";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_THAT(e.what(), HasSubstr("data.jsonl:7: item 'q" + std::to_string(m) + "'"));
      EXPECT_THAT(e.what(), HasSubstr(what));
      EXPECT_FALSE(e.hint().empty());
    }
  }
}

TEST(LabelRotations, KeepTheFilesOrderAndGiveEachOptionEachLabelOnce) {
  const auto all = label_rotations(item(4));
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0], variants(item(4), {"cyclic"}, 1)[0]) << "the unrotated one is the file's order";
  EXPECT_EQ(all[3].label_set, "letters@3");
  for (const Variant& v : all) EXPECT_THAT(v.order, ElementsAre(0, 1, 2, 3));
}

TEST(Labelled, KeepsOrdersAndRotations) {
  const auto all = labelled(label_rotations(item(3)), item(3), "digits", true);
  EXPECT_EQ(all[0].label_set, "digits+tie");
  EXPECT_EQ(all[1].label_set, "digits@1+tie");
  EXPECT_EQ(labelled(variants(item(3), {"cyclic"}, 1), item(3), "letters", false), variants(item(3), {"cyclic"}, 1));
}

TEST(Labelled, RefusesAnItemWithMoreOptionsThanLabels) {
  for (const auto& [m, labels, tie] : {std::tuple{4, "I,II,III", false}, {3, "I,II,III", true}, {26, "lower", true}}) {
    try {
      labelled(variants(item(m), {"none"}, 1), item(m), labels, tie);
      FAIL() << labels;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_THAT(e.what(), HasSubstr("data.jsonl:7: item 'q" + std::to_string(m) + "'"));
    }
  }
}

}  // namespace
}  // namespace brink
