#include "brink/stats/curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "brink/base/rng.h"
#include "brink/stats/kappa.h"
#include "brink/stats/stopping.h"

namespace brink::stats {
namespace {

/// A curve that is sure of a slot at each checkpoint, `step` tokens apart, starting at 0.
Curve sure(const std::vector<int>& slots, int step = 10, int m = 4) {
  Curve curve;
  for (const int slot : slots) {
    Checkpoint& at = curve.at.emplace_back(Checkpoint{static_cast<int>(curve.at.size()) * step, {}, {}});
    at.p.assign(static_cast<std::size_t>(m), 0.1 / (m - 1));
    at.p[static_cast<std::size_t>(slot)] = 0.9;
  }
  curve.n_tokens = static_cast<int>(slots.size()) * step;
  return curve;
}

TEST(Commitment, OfCurvesWorkedByHand) {
  const struct {
    const char* name;
    std::vector<int> slots;
    int n_changes;
    double ccp, after, area;
  } cases[] = {
      {"known from the start", {2, 2, 2, 2}, 0, 0, 40, 0},
      {"settles once", {0, 0, 1, 1}, 1, 0.5, 20, 0.5},  // wrong on [0, 10], half of [10, 20], right on [20, 30]
      {"comes back", {1, 0, 1, 1}, 2, 0.5, 20, 1.0 / 3},
      {"changes at the end", {0, 0, 0, 3}, 1, 0.75, 10, 2.5 / 3},
  };
  for (const auto& [name, slots, n_changes, ccp, after, area] : cases) {
    SCOPED_TRACE(name);
    const Commitment got = commitment(sure(slots));
    EXPECT_EQ(got.n_changes, n_changes);
    EXPECT_NEAR(*got.ccp.value, ccp, 1e-12);
    EXPECT_EQ(got.tokens_after_last_change.value, after);
    EXPECT_NEAR(*got.area_over_curve.value, area, 1e-12);
  }
  EXPECT_EQ(commitment({}).ccp.why_undefined, "no checkpoint");
  EXPECT_EQ(commitment(sure({1})).area_over_curve.why_undefined, "one checkpoint");
}

TEST(CurveOf, ReadOutsInAnyOrder) {
  const Curve curve = curve_of({{20, {0, 1}}, {0, {1, 0}}, {10, {1, 0}}, {10, {0, 1}}}, 40);
  std::vector<int> slots, tokens;
  for (const Checkpoint& c : curve.at) {
    tokens.push_back(c.n_tokens);
    slots.push_back(chosen_slot(c));
  }
  EXPECT_EQ(tokens, (std::vector<int>{0, 10, 10, 20}));
  EXPECT_EQ(slots, (std::vector<int>{0, 0, 1, 1})) << "of two at one place, the first given";
  EXPECT_EQ(curve.n_tokens, 40);
  EXPECT_EQ(curve_of({{20, {0, 1}}}, 0).n_tokens, 20) << "no shorter than its last place";
  EXPECT_TRUE(curve_of({}, 5).at.empty());
}

TEST(Checkpoint, EntropyAndMargin) {
  const std::vector<double> even(4, 0.25), sure_of_it{0, 1, 0}, two{0.5, 0.25, 0.25};
  EXPECT_EQ(entropy_bits(even), 2);
  EXPECT_EQ(entropy_bits(sure_of_it), 0);
  EXPECT_FALSE(std::signbit(entropy_bits(sure_of_it)));
  EXPECT_EQ(margin_nats(even).value, 0);
  EXPECT_NEAR(*margin_nats(two).value, std::log(2), 1e-12);
  EXPECT_EQ(margin_nats(sure_of_it).why_undefined, "second has no probability");
  EXPECT_EQ(chosen_slot({0, even, {}}), 0) << "a tie goes to the first slot";
}

TEST(Stop, ReplaysEveryRule) {
  Curve curve = sure({0, 1, 1, 1, 2, 2});
  const double bits[] = {3, 1, 1.01, 1, 1, 1};
  for (std::size_t i = 0; i < curve.at.size(); ++i) curve.at[i].next_token_bits = bits[i];
  curve.at[3].p = {0.001, 0.997, 0.001, 0.001};
  const struct {
    const char* name;
    Policy policy;
    int slot, n_tokens;
    bool early;
  } cases[] = {
      {"equal 1", {StopRule::kEqual, 1}, 0, 0, true},           {"equal 2", {StopRule::kEqual, 2}, 1, 20, true},
      {"equal 3", {StopRule::kEqual, 3}, 1, 30, true},          {"equal 4", {StopRule::kEqual, 4}, 2, 60, false},
      {"margin 3", {StopRule::kMargin, 3}, 0, 0, true},  // log(.9 / .0333) = 3.3
      {"margin 5", {StopRule::kMargin, 5}, 1, 30, true},        {"margin 9", {StopRule::kMargin, 9}, 2, 60, false},
      {"budget 0", {StopRule::kBudget, 0}, 0, 0, true},         {"budget 39", {StopRule::kBudget, 39}, 1, 30, true},
      {"budget 60", {StopRule::kBudget, 60}, 2, 60, false},     {"eat, never", {StopRule::kEat, 1e-9}, 2, 60, false},
      {"eat, at the second", {StopRule::kEat, 1}, 1, 10, true},
  };
  for (const auto& [name, policy, slot, n_tokens, early] : cases) {
    SCOPED_TRACE(name);
    const Stop got = stop(curve, policy);
    EXPECT_EQ(got.slot, slot);
    EXPECT_EQ(got.n_tokens, n_tokens);
    EXPECT_EQ(got.early, early);
  }
}

TEST(Stop, EatWorkedByHand) {
  // H = 3, 1: M_2 = (.8 .2 3 + .2 1) / .36 = 1.8889; V_2 = .2 (1 - 1.8889)^2 / .36 = .43896, V_1 being 0.
  Curve curve = sure({0, 1});
  curve.at[0].next_token_bits = 3;
  curve.at[1].next_token_bits = 1;
  EXPECT_FALSE(stop(curve, {StopRule::kEat, 0.4389}).early);
  EXPECT_TRUE(stop(curve, {StopRule::kEat, 0.4390}).early);
  curve.at[1].next_token_bits.reset();
  EXPECT_FALSE(stop(curve, {StopRule::kEat, 100}).early);
}

TEST(Replay, CountsAccuracyAndTokens) {
  const std::vector<MarkedCurve> texts{{sure({1, 1, 1, 1}), 1}, {sure({0, 0, 1, 1}), 1}};
  const Replay got = replay(texts, {StopRule::kEqual, 2});
  EXPECT_EQ(got.n_early, 2);
  EXPECT_EQ(got.accuracy.value, 0.5);
  EXPECT_EQ(got.accuracy_in_full.value, 1);
  EXPECT_EQ(got.tokens.value, 10);
  EXPECT_EQ(got.tokens_saved.value, 0.75);
  EXPECT_EQ(replay({}, {StopRule::kEqual, 2}).accuracy.why_undefined, "no text");

  const std::vector<Policy> candidates{
      {StopRule::kEqual, 4}, {StopRule::kEqual, 3}, {StopRule::kBudget, 20}, {StopRule::kEqual, 2}};
  EXPECT_EQ(tune(texts, candidates, 0)->rule, StopRule::kBudget) << "half of the tokens at no loss";
  EXPECT_EQ(tune(texts, candidates, 0.5)->threshold, 2);
  EXPECT_FALSE(tune({}, candidates, 0));
}

TEST(Kappa, EqualsStatsmodels) {
  // statsmodels 0.15 cohens_kappa: kappa and its (Fleiss, Cohen & Everitt) standard error.
  const int table[3][3] = {{20, 5, 2}, {3, 15, 6}, {1, 4, 10}};
  std::vector<PairedReading> pairs;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < table[i][j]; ++k) pairs.push_back({static_cast<std::int64_t>(pairs.size()), i, j});
    }
  }
  const Kappa got = kappa(pairs);
  EXPECT_EQ(got.n, 66);
  EXPECT_NEAR(*got.kappa.value, 0.5157232704402516, 1e-12);
  const double half = 0.08624517689816519 * std::sqrt(66.0 / 65) * 1.997137908;  // Student t, 65 df
  EXPECT_NEAR(got.interval->high - *got.kappa.value, half, 1e-8);

  // Every pair twice, as two texts of one item: nothing more is known.
  std::vector<PairedReading> twice = pairs;
  twice.insert(twice.end(), pairs.begin(), pairs.end());
  EXPECT_NEAR(kappa(twice).interval->high, got.interval->high, 1e-12);
}

TEST(Kappa, HasNoIntervalBeyondOne) {
  std::vector<PairedReading> pairs;
  for (int i = 0; i < 12; ++i) pairs.push_back({i, i % 2, i == 0 ? 1 : i % 2});
  EXPECT_EQ(kappa(pairs).interval->high, 1);
}

TEST(Kappa, IsUndefinedWithAReason) {
  EXPECT_EQ(kappa({}).kappa.why_undefined, "no pair");
  const std::vector<PairedReading> one{{0, 2, 2}, {1, 2, 2}};
  EXPECT_EQ(kappa(one).agreement.value, 1);
  EXPECT_EQ(kappa(one).kappa.why_undefined, "one category");
}

TEST(Kappa, OfIndependentReadingsIsNoneHoweverOftenTheyAgree) {
  SplitMix64 rng(3);
  int covered = 0;
  for (int study = 0; study < 500; ++study) {
    std::vector<PairedReading> pairs;
    const auto draw = [&] { return rng.uniform() < 0.7 ? 0 : 1 + static_cast<int>(rng.below(3)); };
    for (int i = 0; i < 200; ++i) pairs.push_back({i, draw(), draw()});
    const Kappa got = kappa(pairs);
    EXPECT_GT(*got.agreement.value, 0.35);
    covered += got.interval->low <= 0 && 0 <= got.interval->high;
  }
  EXPECT_NEAR(covered, 475, 20);
}

}  // namespace
}  // namespace brink::stats
