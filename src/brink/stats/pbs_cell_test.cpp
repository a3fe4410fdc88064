#include "brink/stats/pbs_cell.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "brink/base/rng.h"
#include "brink/stats/binomial.h"

namespace brink::stats {
namespace {

using Slots = std::vector<std::optional<int>>;

std::vector<ItemPbs> content_only_items(SplitMix64& rng, PbsNullTables& tables, int n, int m, double knows) {
  std::vector<ItemPbs> items;
  for (int i = 0; i < n; ++i) {
    Slots slots;
    for (int s = 0; s < m; ++s) {
      const int content = rng.uniform() < knows ? 0 : static_cast<int>(rng.below(static_cast<std::size_t>(m)));
      slots.push_back((content + s) % m);
    }
    items.push_back(tables.compare(answered_cyclic(slots)));
  }
  return items;
}

TEST(CellPbs, ExactTestRejectsAtMostItsLevelUnderTheNull) {
  SplitMix64 rng(23);
  PbsNullTables tables;
  constexpr int kStudies = 4000;
  int rejected[3] = {};
  const double levels[3] = {0.01, 0.05, 0.1};
  for (int study = 0; study < kStudies; ++study) {
    const auto items = content_only_items(rng, tables, 40, 4, 0.5);
    const double p = *cell_pbs(items).p.value;
    for (int k = 0; k < 3; ++k) rejected[k] += p <= levels[k];
  }
  for (int k = 0; k < 3; ++k) {
    const double a = levels[k], se = std::sqrt(a * (1 - a) / kStudies);
    EXPECT_LE(rejected[k] / static_cast<double>(kStudies), a + 3 * se) << a;
    EXPECT_GE(rejected[k] / static_cast<double>(kStudies), 0.5 * a) << "a test that can reject at " << a;
  }
}

TEST(CellPbs, BothFormsOfTheTailAgreeWhereEachIsExact) {
  SplitMix64 rng(5);
  PbsNullTables tables;
  const auto items = content_only_items(rng, tables, 30, 4, 0.4);
  // One item: the sum of squares and its root order the arrangements alike.
  const std::span one(items.data(), 1);
  EXPECT_NEAR(*cell_pbs(one).p.value, *pbs_sum_tail(one).exact, 1e-12);
  EXPECT_NEAR(*cell_pbs(one).p.value, one[0].p, 1e-12);
}

TEST(CellPbs, GridBoundsEncloseTheExactTail) {
  SplitMix64 rng(6);
  PbsNullTables tables;
  auto items = content_only_items(rng, tables, 600, 3, 0.2);
  const PbsSumTail tail = pbs_sum_tail(items);
  ASSERT_TRUE(tail.bounds);
  EXPECT_LE(tail.bounds->low, tail.bounds->high);
  // With m = 3 an informative item has one null, so its PBS is a linear function of its sum of squares.
  EXPECT_LE(tail.bounds->low, *cell_pbs(items).p.value + 1e-12);
  EXPECT_GE(tail.bounds->high, *cell_pbs(items).p.value - 1e-12);
}

TEST(CellPbs, FindsABiasAndIsUndefinedWithoutItems) {
  PbsNullTables tables;
  const std::vector<ItemPbs> biased(50, tables.compare(answered_cyclic(Slots{0, 0, 0, 0})));
  EXPECT_NEAR(*cell_pbs(biased).p.value / std::pow(1.0 / 6, 50), 1, 1e-6) << "right relative to itself";
  EXPECT_EQ(cell_pbs({}).p.why_undefined, "no usable item");
  const std::vector<ItemPbs> constant(5, tables.compare(answered_cyclic(Slots{0, 1, 2, 3})));
  EXPECT_EQ(cell_pbs(constant).z.why_undefined, "null has no variance");
  EXPECT_EQ(cell_pbs(constant).p.value, 1);
}

TEST(CellPbs, TakesAHundredThousandItemsInWellUnderASecond) {
  SplitMix64 rng(8);
  std::vector<AnsweredItem> answered;
  for (int i = 0; i < 100'000; ++i) {
    Slots slots;
    for (int s = 0; s < 4; ++s) slots.push_back(static_cast<int>(rng.below(4)));
    answered.push_back(answered_cyclic(slots));
  }
  const auto start = std::chrono::steady_clock::now();
  PbsNullTables tables;
  std::vector<ItemPbs> items;
  for (const AnsweredItem& item : answered) items.push_back(tables.compare(item));
  const CellPbs cell = cell_pbs(items);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(1000 * took.count()));
  EXPECT_EQ(cell.n, 100'000);
  EXPECT_LT(took.count(), 20) << "generous: sanitizer builds and busy machines run this too";
}

TEST(SameSlotTest, CountsItemsPickedAtOneSlotTwice) {
  PbsNullTables tables;
  std::vector<ItemPbs> items;
  for (int i = 0; i < 9; ++i) items.push_back(tables.compare(answered_cyclic(Slots{0, 0})));
  items.push_back(tables.compare(answered_cyclic(Slots{1, 1})));
  items.push_back(tables.compare(answered_cyclic(Slots{0, 1})));             // the same content twice
  items.push_back(tables.compare(answered_cyclic(Slots{0, std::nullopt})));  // a gap
  const SameSlotTest test = same_slot_test(items);
  EXPECT_EQ(test.n, 10);
  EXPECT_EQ(test.n_first, 9);
  EXPECT_NEAR(*test.p.value, 22.0 / 1024, 1e-12);
  EXPECT_EQ(same_slot_test({}).p.why_undefined, "no item was picked at the same slot twice");
}

TEST(Binomial, TwoSidedSumsTheOutcomesThatAreAtMostAsLikely) {
  EXPECT_NEAR(binomial_two_sided(3, 10, 0.5), 0.34375, 1e-12);
  EXPECT_NEAR(binomial_two_sided(1, 12, 0.3), 0.123625893, 1e-9);  // p(0), p(1) and p(k) for k >= 7
  EXPECT_EQ(binomial_two_sided(5, 10, 0.5), 1);
  EXPECT_EQ(binomial_two_sided(0, 0, 0.5), 1);
  EXPECT_NEAR(binomial_greater(8, 10, 0.5), 56.0 / 1024, 1e-15);
  EXPECT_NEAR(binomial_less(2, 10, 0.5), 56.0 / 1024, 1e-15);
}

}  // namespace
}  // namespace brink::stats
