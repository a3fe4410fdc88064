#include "brink/stats/mitigation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/pbs_null.h"
#include "brink/stats/soft_pbs.h"

namespace brink::stats {
namespace {

std::vector<double> softmax(std::vector<double> logits) {
  double sum = 0;
  for (double& l : logits) sum += l = std::exp(l);
  for (double& l : logits) l /= sum;
  return logits;
}

/// A model with preferences for contents and slots: p(slot) ~ exp(u[content] + b[slot]).
ReadItem read(const std::vector<std::vector<int>>& orders, const std::vector<double>& u, const std::vector<double>& b) {
  ReadItem item{static_cast<int>(u.size()), orders, {}};
  for (const std::vector<int>& order : orders) {
    std::vector<double> logits = b;
    for (std::size_t slot = 0; slot < order.size(); ++slot) logits[slot] += u[static_cast<std::size_t>(order[slot])];
    item.p.push_back(softmax(logits));
  }
  return item;
}

std::vector<double> random_values(SplitMix64& rng, std::size_t n, double spread) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(spread * (2 * rng.uniform() - 1));
  return out;
}

TEST(SoftPbs, OfSureAnswersIsPbsAgainstItsNull) {
  SplitMix64 rng(1);
  PbsNullTables tables;
  for (int round = 0; round < 40; ++round) {
    const std::size_t m = 3 + rng.below(3);
    ReadItem item{static_cast<int>(m), cyclic_orders(static_cast<int>(m)), {}};
    std::vector<std::optional<int>> slots;
    for (std::size_t v = 0; v < m; ++v) {
      slots.emplace_back(static_cast<int>(rng.below(m)));
      item.p.emplace_back(m, 0.0)[static_cast<std::size_t>(*slots.back())] = 1;
    }
    const SoftPbs soft = soft_pbs(item, 1);
    const AnsweredItem answered = answered_cyclic(slots);
    const ItemPbs hard = tables.compare(answered);
    EXPECT_NEAR(soft.value, hard.pbs, 1e-12);
    EXPECT_NEAR(soft.null_mean, hard.null->mean, 1e-12);
    EXPECT_NEAR(soft.null_sd, hard.null->sd, 1e-9);
    EXPECT_NEAR(soft.p, hard.p, 1e-9);
  }
}

TEST(SoftPbs, IsTheSlotsPullAndNothingElse) {
  const std::vector<double> even(4, 0.0);
  const SoftPbs content = soft_pbs(read(cyclic_orders(4), {3, 0, 0, 0}, even), 1);
  EXPECT_NEAR(content.value, 0, 1e-12);
  EXPECT_EQ(content.null_sd, 0) << "the same contents in every variant";
  EXPECT_EQ(content.p, 1);
  const SoftPbs slot = soft_pbs(read(cyclic_orders(4), even, {40, 0, 0, 0}), 1);
  EXPECT_NEAR(slot.value, std::sqrt(0.75), 1e-9);
  EXPECT_LT(slot.null_mean, slot.value);
}

TEST(SoftPbs, DrawsWhatItDoesNotCount) {
  SplitMix64 rng(4);
  ReadItem item = read(cyclic_orders(6), random_values(rng, 6, 1), random_values(rng, 6, 1));
  const SoftPbs counted = soft_pbs(item, 1);
  EXPECT_EQ(counted.n_draws, 0);
  // Every variant twice: the same mean of the slots, but 12! ways.
  const ReadItem once = item;
  item.orders.insert(item.orders.end(), once.orders.begin(), once.orders.end());
  item.p.insert(item.p.end(), once.p.begin(), once.p.end());
  const SoftPbs drawn = soft_pbs(item, 1);
  EXPECT_EQ(drawn.n_draws, 20'000);
  EXPECT_NEAR(drawn.value, counted.value, 1e-12);
  EXPECT_EQ(soft_pbs(item, 1).null_mean, drawn.null_mean);
}

TEST(SoftPbsCell, KeepsItsSizeWithoutAPullAndFindsOne) {
  SplitMix64 rng(5);
  constexpr int kStudies = 400;
  for (const double pull : {0.0, 0.6}) {
    int rejected = 0;
    for (int study = 0; study < kStudies; ++study) {
      std::vector<SoftPbs> items;
      for (int i = 0; i < 200; ++i) {
        // Variants differ, as generated texts do.
        ReadItem item{4, cyclic_orders(4), {}};
        const std::vector<double> u = random_values(rng, 4, 2), b{pull, 0, 0, 0};
        for (const std::vector<int>& order : item.orders) {
          std::vector<double> own = random_values(rng, 4, 1);
          for (std::size_t c = 0; c < 4; ++c) own[c] += u[c];
          item.p.push_back(read({order}, own, b).p.front());
        }
        items.push_back(soft_pbs(item, 1));
      }
      rejected += *soft_pbs_cell(items).p.value <= 0.05;
    }
    if (pull > 0) {
      EXPECT_GT(rejected, 0.95 * kStudies);
    } else {
      EXPECT_NEAR(rejected, 0.05 * kStudies, 0.02 * kStudies + 3 * std::sqrt(0.05 * 0.95 * kStudies));
    }
  }
  EXPECT_EQ(soft_pbs_cell({}).excess.why_undefined, "no usable item");
  const std::vector<SoftPbs> constant{soft_pbs(read(cyclic_orders(3), {1, 0, 0}, {0, 0, 0}), 1)};
  EXPECT_EQ(soft_pbs_cell(constant).p.why_undefined, "null has no variance");
}

TEST(PermutationAverage, OverAFullCyclicSetDoesNotSeeTheShift) {
  SplitMix64 rng(6);
  const std::vector<double> u = random_values(rng, 5, 1), b = random_values(rng, 5, 1);
  std::vector<std::vector<int>> orders = cyclic_orders(5);
  const std::vector<double> base = permutation_average(read(orders, u, b));
  std::rotate(orders.begin(), orders.begin() + 2, orders.end());
  const std::vector<double> turned = permutation_average(read(orders, u, b));
  for (std::size_t c = 0; c < 5; ++c) EXPECT_NEAR(turned[c], base[c], 1e-12);
  EXPECT_NEAR(std::accumulate(base.begin(), base.end(), 0.0), 1, 1e-12);
  // Two options of one text: what both get is the content's.
  const ReadItem twins{3, {{0, 1, 1}}, {{0.5, 0.2, 0.3}}};
  EXPECT_EQ(permutation_average(twins), (std::vector<double>{0.5, 0.5, 0}));
  EXPECT_EQ(at_slots(content_probabilities(twins, 0), twins.orders[0]), (std::vector<double>{0.5, 0.25, 0.25}));
}

TEST(Majority, GoesToTheFirstSeenOnATie) {
  EXPECT_EQ(majority_content(std::vector{2, 1, 1, 2}), 2);
  EXPECT_EQ(majority_content(std::vector{2, 1, 2, 1}), 2);
  EXPECT_EQ(majority_content(std::vector{0, 3, 3}), 3);
  EXPECT_EQ(majority_content(std::vector{1}), 1);
}

TEST(SlotPrior, RecoversAndRemovesWhatTheSlotsAddToEveryItem) {
  SplitMix64 rng(7);
  const std::vector<double> b{0.8, 0.1, -0.4, -0.5}, truth = softmax(b);
  std::vector<ReadItem> calibration;
  for (int i = 0; i < 20; ++i) calibration.push_back(read(cyclic_orders(4), random_values(rng, 4, 3), b));
  const std::vector<double> prior = slot_prior(calibration);
  for (std::size_t slot = 0; slot < 4; ++slot) EXPECT_NEAR(prior[slot], truth[slot], 1e-9);

  const std::vector<double> u = random_values(rng, 4, 3);
  const ReadItem item = read(cyclic_orders(4), u, b), fair = read(cyclic_orders(4), u, {0, 0, 0, 0});
  for (std::size_t v = 0; v < 4; ++v) {
    const std::vector<double> corrected = without_prior(item.p[v], prior);
    for (std::size_t slot = 0; slot < 4; ++slot) EXPECT_NEAR(corrected[slot], fair.p[v][slot], 1e-9);
  }
  const std::vector<double> zero = without_prior(std::vector<double>{0, 1}, std::vector<double>{1, 0});
  EXPECT_NEAR(zero[0] + zero[1], 1, 1e-12) << "probabilities of 0 stay finite";
}

TEST(VoteDisagreement, CountsItemsWhoseVotesDiffer) {
  const std::vector<std::pair<int, int>> votes{{0, 0}, {1, 2}, {3, 3}, {0, 1}};
  const VoteDisagreement got = vote_disagreement(votes);
  EXPECT_EQ(got.share.value, 0.5);
  EXPECT_LT(got.interval->low, 0.5);
  EXPECT_EQ(vote_disagreement({}).share.why_undefined, "no item");
}

}  // namespace
}  // namespace brink::stats
