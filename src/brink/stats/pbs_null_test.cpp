#include "brink/stats/pbs_null.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/pbs.h"

namespace brink::stats {
namespace {

using Slots = std::vector<std::optional<int>>;

/// PBS -> probability over all V! labelled assignments of the chosen contents, with nothing clever.
std::map<std::int64_t, double> by_all_permutations(const AnsweredItem& item) {
  std::vector<std::size_t> index(item.contents.size());
  std::iota(index.begin(), index.end(), 0);
  std::map<std::int64_t, double> mass;
  double total = 0;
  do {
    std::vector<int> counts(static_cast<std::size_t>(item.m), 0);
    for (std::size_t v = 0; v < index.size(); ++v) {
      const auto& order = item.orders[v];
      ++counts[static_cast<std::size_t>(std::find(order.begin(), order.end(), item.contents[index[v]]) -
                                        order.begin())];
    }
    mass[std::inner_product(counts.begin(), counts.end(), counts.begin(), 0)] += 1;
    ++total;
  } while (std::next_permutation(index.begin(), index.end()));
  for (auto& [sum_squares, p] : mass) p /= total;
  return mass;
}

TEST(PbsNull, EqualsTheDistributionOverAllAssignments) {
  SplitMix64 rng(11);
  PbsNullTables tables;
  for (int round = 0; round < 200; ++round) {
    const std::size_t m = 2 + rng.below(5);
    std::vector<std::vector<int>> orders;
    Slots slots;
    for (std::size_t v = 2 + rng.below(5); v > 0; --v) {
      std::vector<int> order(m);
      std::iota(order.begin(), order.end(), 0);
      rng.shuffle(std::span<int>(order));
      orders.push_back(order);
      slots.push_back(rng.below(5) == 0 ? std::optional<int>() : static_cast<int>(rng.below(m)));
    }
    const AnsweredItem item = answered_item(orders, slots);
    if (item.contents.empty()) continue;
    const ItemPbs result = tables.compare(item);
    const auto expected = by_all_permutations(item);
    std::map<std::int64_t, double> mass;
    double tail = 0, mean = 0;
    for (const SupportPoint& s : result.null->support) mass[s.sum_squares] += s.probability;
    ASSERT_EQ(mass.size(), expected.size());
    for (const auto& [sum_squares, p] : expected) {
      EXPECT_NEAR(mass.at(sum_squares), p, 1e-12);
      tail += sum_squares >= result.sum_squares ? p : 0.0;
      const double v = static_cast<double>(item.contents.size());
      mean += p * std::sqrt(static_cast<double>(sum_squares) / (v * v) - 1.0 / static_cast<double>(m));
    }
    EXPECT_NEAR(result.p, tail, 1e-12);
    EXPECT_NEAR(result.null->mean, mean, 1e-9);
    EXPECT_DOUBLE_EQ(result.pbs, *pbs(result.counts).value);
  }
}

TEST(PbsNull, DrawsWhereThereAreTooManyArrangementsToCount) {
  Slots all_at_first(12, 0);  // twelve different contents: 12! arrangements
  PbsNullTables tables(3), same(3), other(4);
  const ItemPbs a = tables.compare(answered_cyclic(all_at_first));
  EXPECT_EQ(a.null->n_draws, PbsNullTables::kDraws);
  EXPECT_DOUBLE_EQ(a.p, 1.0 / (PbsNullTables::kDraws + 1)) << "never 0";
  EXPECT_EQ(a.null->mean, same.compare(answered_cyclic(all_at_first)).null->mean);
  EXPECT_NE(a.null->mean, other.compare(answered_cyclic(all_at_first)).null->mean);
}

TEST(PbsNull, SharesTablesBetweenItemsThatDifferInNamesOnly) {
  PbsNullTables tables;
  const PbsNull* base = tables.compare(answered_cyclic(Slots{0, 0, 1, 1})).null;
  EXPECT_EQ(tables.compare(answered_cyclic(Slots{2, 2, 3, 3})).null, base) << "every slot moved by 2";
}

TEST(PbsNull, ItemsThatAreConstantCarryNoInformation) {
  PbsNullTables tables;
  const std::pair<const char*, Slots> cases[] = {
      {"one content throughout", {0, 1, 2, 3}}, {"3 + 1", {0, 1, 2, 2}}, {"m = 3, two contents", {0, 1, 1}}};
  for (const auto& [name, slots] : cases) {
    SCOPED_TRACE(name);
    const ItemPbs item = tables.compare(answered_cyclic(slots));
    EXPECT_FALSE(item.informative());
    EXPECT_NEAR(item.excess().value.value(), 0, 1e-15);
    EXPECT_EQ(item.p, 1);
  }
  EXPECT_TRUE(tables.compare(answered_cyclic(Slots{0, 0, 0})).informative()) << "m = 3, three contents";
}

TEST(PbsNull, ExcessIsUndefinedForTwoOptions) {
  PbsNullTables tables;
  EXPECT_EQ(tables.compare(answered_cyclic(Slots{0, 0})).excess().why_undefined, "constant for m = 2");
}

TEST(PbsNull, ExcessOfAContentOnlyChooserAveragesToZero) {
  // Each item has its own probabilities of the contents; the slot plays no part.
  SplitMix64 rng(2);
  PbsNullTables tables;
  double sum = 0, squares = 0, raw = 0;
  constexpr int kItems = 20'000;
  for (int i = 0; i < kItems; ++i) {
    const double favourite = rng.uniform();
    Slots slots;
    for (int s = 0; s < 4; ++s) {
      const auto content = rng.uniform() < favourite ? 1 : static_cast<int>(rng.below(4));
      slots.push_back((content + s) % 4);
    }
    const ItemPbs item = tables.compare(answered_cyclic(slots));
    const double excess = item.excess().value.value();
    sum += excess;
    squares += excess * excess;
    raw += item.pbs;
  }
  const double mean = sum / kItems;
  EXPECT_LT(std::abs(mean), 4 * std::sqrt(squares / kItems / kItems));
  EXPECT_GT(raw / kItems, 0.15) << "raw PBS is far from zero without any position bias";
}

TEST(PbsNull, EqualTextsShareAChoice) {
  // Options 0 and 2 read the same: choosing one or the other, wherever they stand, is the same answer.
  std::vector<std::vector<int>> orders = cyclic_orders(4);
  for (auto& order : orders) std::replace(order.begin(), order.end(), 2, 0);
  PbsNullTables tables;
  const ItemPbs first = tables.compare(answered_item(orders, Slots{0, 1, 0, 1}));   // always the first of the two
  const ItemPbs second = tables.compare(answered_item(orders, Slots{2, 3, 2, 3}));  // always the second
  EXPECT_EQ(first.counts, second.counts);
  EXPECT_EQ(first.null->unit, 2);
  EXPECT_FALSE(first.informative()) << "one content throughout";
  EXPECT_NEAR(first.pbs, 0, 1e-15);
}

}  // namespace
}  // namespace brink::stats
