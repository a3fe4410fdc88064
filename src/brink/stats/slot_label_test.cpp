#include "brink/stats/slot_label.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/arrangements.h"
#include "brink/stats/order_test.h"

namespace brink::stats {
namespace {

struct Chooser {
  std::vector<double> slots, labels;  // logits
  double spread = 1.5;                // of the items' own preferences, uniform
};

using Design = std::vector<std::pair<int, int>>;  // shift of the contents, rotation of the labels

Design cyclic(int m) {
  Design out;
  for (int s = 0; s < m; ++s) out.emplace_back(s, 0);
  return out;
}
Design with_rotations(int m) {
  Design out = cyclic(m);
  for (int r = 1; r < m; ++r) out.emplace_back(0, r);
  return out;
}

// Answers of a multinomial logit chooser, every item with preferences of its own.
std::vector<LabelledItem> simulate(const Chooser& chooser, const Design& design, int n, std::uint64_t seed) {
  SplitMix64 rng(seed);
  const int m = static_cast<int>(chooser.slots.size());
  std::vector<LabelledItem> out;
  for (int i = 0; i < n; ++i) {
    std::vector<double> own;
    for (int c = 0; c < m; ++c) own.push_back(chooser.spread * (2 * rng.uniform() - 1));
    LabelledItem& item = out.emplace_back();
    item.read.m = m;
    for (const auto& [shift, rotation] : design) {
      std::vector<int> order, labels;
      std::vector<double> weight;
      for (int slot = 0; slot < m; ++slot) {
        order.push_back((slot - shift + m) % m);
        labels.push_back((slot - rotation + m) % m);
        weight.push_back(std::exp(own[static_cast<std::size_t>(order.back())] +
                                  chooser.slots[static_cast<std::size_t>(slot)] +
                                  chooser.labels[static_cast<std::size_t>(labels.back())]));
      }
      double u = rng.uniform() * std::accumulate(weight.begin(), weight.end(), 0.0);
      std::size_t slot = 0;
      while (slot + 1 < weight.size() && u >= weight[slot]) u -= weight[slot++];
      item.read.contents.push_back(order[slot]);
      item.read.orders.push_back(std::move(order));
      item.labels.push_back(std::move(labels));
    }
  }
  return out;
}

std::vector<double> centred(std::vector<double> terms) {
  const double mean = std::accumulate(terms.begin(), terms.end(), 0.0) / static_cast<double>(terms.size());
  for (double& t : terms) t -= mean;
  return terms;
}

void expect_terms(const Attraction& side, const std::vector<double>& truth, double tolerance) {
  const std::vector<double> wanted = centred(truth);
  ASSERT_EQ(side.terms.size(), wanted.size()) << side.why_undefined;
  for (std::size_t j = 0; j < wanted.size(); ++j) EXPECT_NEAR(side.terms[j].logit, wanted[j], tolerance) << j;
}

TEST(Arrangements, AreCountedAsAnEnumerationCountsThem) {
  // Contents 0, 0, 1 on three variants: three arrangements, the features worked by hand.
  Arrangements a{.times = {2, 1}, .feature = {}};
  const auto x = [](double v) { return Eigen::VectorXd::Constant(1, v); };
  a.feature = {{x(1), x(0)}, {x(0), x(2)}, {x(0), x(-1)}};
  // Content 1 in variant 0: 0 + 0 + 0 = 0; in 1: 1 + 2 = 3; in 2: 1 - 1 = 0.
  const double eta = 0.3;
  const ArrangementMoments at = a.moments(x(eta));
  const double total = 2 + std::exp(3 * eta), mean = 3 * std::exp(3 * eta) / total;
  EXPECT_NEAR(at.log_sum, std::log(total), 1e-12);
  EXPECT_NEAR(at.mean[0], mean, 1e-12);
  EXPECT_NEAR(at.covariance(0, 0), 9 * std::exp(3 * eta) / total - mean * mean, 1e-12);
  EXPECT_EQ(a.n_states(), 6);
}

TEST(SlotLabel, RecoversWhatDrawsAChooser) {
  const Chooser by_slot{{1.0, 0.2, -0.4, 0}, {0, 0, 0, 0}}, by_label{{0, 0, 0, 0}, {1.2, 0, -0.5, 0.1}},
      by_both{{0.8, 0, 0, -0.3}, {-0.6, 0, 0.9, 0}};
  for (const Chooser& chooser : {by_slot, by_label, by_both}) {
    const SlotLabel found = slot_label(simulate(chooser, with_rotations(4), 1500, 11));
    expect_terms(found.slots, chooser.slots, 0.2);
    expect_terms(found.labels, chooser.labels, 0.2);
    EXPECT_FALSE(found.separated);
    EXPECT_EQ(found.slots.test->df, 3);
    const bool no_slots = chooser.slots == std::vector<double>(4), no_labels = chooser.labels == std::vector<double>(4);
    EXPECT_EQ(found.slots.test->p < 1e-4, !no_slots) << found.slots.test->p;
    EXPECT_EQ(found.labels.test->p < 1e-4, !no_labels) << found.labels.test->p;
  }
}

TEST(SlotLabel, IntervalsCoverAndTestsKeepTheirSize) {
  // 150 studies of 100 items, with a label preference and none for slots.
  const Chooser chooser{{0, 0, 0}, {0.8, 0, -0.2}};
  int covered = 0, total = 0, rejected = 0;
  constexpr int kStudies = 150;
  for (int study = 0; study < kStudies; ++study) {
    const SlotLabel found = slot_label(simulate(chooser, with_rotations(3), 100, 1000 + study));
    const std::vector<double> truth = centred(chooser.labels);
    for (std::size_t j = 0; j < truth.size(); ++j, ++total)
      covered += *found.labels.terms[j].low <= truth[j] && truth[j] <= *found.labels.terms[j].high;
    rejected += found.slots.test->p < 0.05;
  }
  EXPECT_GT(covered, 0.91 * total);
  EXPECT_LT(covered, 0.985 * total);
  EXPECT_LE(rejected, 16) << "7.5 expected, standard deviation 2.7";
}

TEST(SlotLabel, OfSlotsAloneIsTheConditionalChiSquare) {
  // Labels that move with their contents say nothing of their own.
  std::vector<LabelledItem> items = simulate({{0.7, 0, 0, 0}, {0, 0, 0, 0}}, cyclic(4), 80, 3);
  std::vector<SlotMoments> moments;
  for (LabelledItem& item : items) {
    item.labels = item.read.orders;
    moments.push_back(slot_moments(item.read));
  }
  const SlotLabel found = slot_label(items);
  EXPECT_EQ(found.labels.why_undefined, "the options never change their labels");
  EXPECT_NEAR(found.slots.test->statistic, conditional_chi_square(moments).conditional->statistic, 1e-6);
}

TEST(SlotLabel, SaysWhatADesignDoesNotIdentify) {
  const Chooser chooser{{0.5, 0, 0, 0}, {0.5, 0, 0, 0}};
  const SlotLabel tied = slot_label(simulate(chooser, cyclic(4), 100, 1));
  EXPECT_EQ(tied.slots.why_undefined, "each label stays at its slot");
  EXPECT_EQ(tied.labels.why_undefined, "each label stays at its slot");
  EXPECT_FALSE(tied.slots.test);

  const Design rotated{{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  const SlotLabel labels = slot_label(simulate(chooser, rotated, 400, 1));
  EXPECT_EQ(labels.slots.why_undefined, "the options never change their slots");
  expect_terms(labels.labels, chooser.labels, 0.3);

  EXPECT_EQ(slot_label({}).labels.why_undefined, "no informative item");
  EXPECT_EQ(slot_label(simulate(chooser, {{0, 0}}, 50, 1)).slots.why_undefined, "no informative item");
}

TEST(SlotLabel, SeparatedChoicesHaveFiniteTermsWithoutIntervals) {
  const SlotLabel found = slot_label(simulate({{0, 0, 0, 0}, {60, 0, 0, 0}}, with_rotations(4), 60, 5));
  EXPECT_TRUE(found.separated);
  EXPECT_GT(found.labels.terms[0].logit, 2);
  EXPECT_FALSE(found.labels.terms[0].low);
  EXPECT_GT(found.labels.terms[0].logit, 2 * std::abs(found.slots.terms[0].logit));
  EXPECT_LT(found.labels.test->p, 1e-6);
}

TEST(SlotLabel, LeavesOutItemsOfTooManyArrangementsAndCountsThem) {
  Design all;
  for (int i = 0; i < 6; ++i)
    for (const auto& v : with_rotations(6)) all.push_back(v);
  const SlotLabel found = slot_label(simulate({{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, 0.1}, all, 3, 1));
  EXPECT_EQ(found.n_too_large, 3);
  EXPECT_EQ(found.n_items, 0);
}

}  // namespace
}  // namespace brink::stats
