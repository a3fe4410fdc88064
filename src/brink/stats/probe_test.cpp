#include "brink/stats/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"
#include "brink/stats/cross_validation.h"
#include "brink/stats/probe_null.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Labels that follow the first coordinate of random states, with noise; `pull` = 0: they follow nothing.
ProbeData made(int n, int d, double pull, std::uint64_t seed) {
  SplitMix64 rng(seed);
  ProbeData out;
  out.states = MatrixXd(n, d);
  for (double& value : out.states.reshaped()) value = rng.uniform() + rng.uniform() - 1;
  for (int i = 0; i < n; ++i) {
    out.labels.push_back(rng.uniform() < 1 / (1 + std::exp(-pull * out.states(i, 0))));
    out.parts.push_back(i % 5 < 3 ? Part::kTrain : i % 5 == 3 ? Part::kVal : Part::kTest);
  }
  return out;
}

std::vector<std::int64_t> one_row_each(const ProbeData& data) {
  std::vector<std::int64_t> items(data.labels.size());
  std::iota(items.begin(), items.end(), 0);
  return items;
}

TEST(Logistic, SolvesTheStationaryEquations) {
  for (const auto& [n, d] : {std::pair{40, 3}, std::pair{30, 30}, std::pair{20, 200}}) {
    const ProbeData data = made(n, d, 3, 4);
    const RowSpace rows(data.states);
    EXPECT_NEAR((data.states * rows.weights(rows.z().row(0)) - rows.z() * rows.z().row(0).transpose()).norm(), 0, 1e-9);
    for (const double c : {1e-4, 1.0, 100.0}) {
      SCOPED_TRACE(testing::Message() << "n=" << n << " d=" << d << " C=" << c);
      const LogisticFit fit = fit_logistic(rows, data.labels, c);
      const VectorXd w = rows.weights(fit.v);
      EXPECT_NEAR(w.norm(), fit.v.norm(), 1e-9 * (1 + w.norm()));
      const std::vector<double> scores = decision_scores(data.states, w, fit.intercept);
      VectorXd gradient = w;
      double on_intercept = 0;
      for (int i = 0; i < n; ++i) {
        const double s = data.labels[static_cast<std::size_t>(i)] ? 1 : -1;
        const double pull = c * s / (1 + std::exp(s * scores[static_cast<std::size_t>(i)]));
        gradient -= pull * data.states.row(i).transpose();
        on_intercept -= pull;
      }
      EXPECT_LT(gradient.norm(), 1e-8 * (1 + w.norm()));
      EXPECT_NEAR(on_intercept, 0, 1e-8);
    }
  }
}

TEST(Logistic, StartedElsewhereEndsInTheSamePlace) {
  const ProbeData data = made(25, 60, 3, 5);
  const RowSpace rows(data.states);
  const LogisticFit small = fit_logistic(rows, data.labels, 1e-3), cold = fit_logistic(rows, data.labels, 10);
  const LogisticFit warm = fit_logistic(rows, data.labels, 10, kExactFit, &small);
  EXPECT_LT((warm.v - cold.v).norm(), 1e-8 * cold.v.norm());
}

TEST(Probe, DoesNotSeeUnitsOfColumnsNorConstantOnes) {
  const ProbeData data = made(60, 8, 4, 6);
  ProbeData changed = data;
  changed.states = data.states * VectorXd::LinSpaced(8, 0.1, 30).asDiagonal();
  changed.states.array() += 7;
  changed.states.conservativeResize(Eigen::NoChange, 9);
  changed.states.col(8).setConstant(2.5);
  changed.states(4, 8) = 100;  // a test row: what was constant in training has no weight
  const ProbeFit a = fit_probe(data), b = fit_probe(changed);
  EXPECT_EQ(a.c, b.c);
  const std::vector<double> sa = a.probe.scores(data.states), sb = b.probe.scores(changed.states);
  for (std::size_t i = 0; i < sa.size(); ++i) EXPECT_NEAR(sa[i], sb[i], 1e-7);
}

TEST(Probe, TakesTheSmallestOfEquallyGoodC) {
  EXPECT_EQ(best_c(std::vector<double>{0.5, 0.7, 0.7, 0.6}), 1u);
  EXPECT_EQ(best_c(std::vector<double>{0.5}), 0u);
}

TEST(Probe, IsUndefinedWithAReason) {
  ProbeData data = made(20, 3, 1, 7);
  std::fill(data.labels.begin(), data.labels.end(), true);
  EXPECT_EQ(fit_probe(data).why_undefined, "train one class");
  EXPECT_EQ(shuffled_labels(data, one_row_each(data), 0.5, 2, 1).p.why_undefined, "train one class");
  for (std::size_t i = 0; i < data.labels.size(); i += 5) data.labels[i] = false;  // training rows
  EXPECT_EQ(fit_probe(data).why_undefined, "val one class");
}

TEST(ProbeNull, IsAroundChanceAndTellsAStrongSignal) {
  const ProbeData data = made(150, 40, 20, 8), test = data.of(Part::kTest);
  const double observed = *auroc(test.labels, fit_probe(data).probe.scores(test.states)).value.value;
  const ProbeNull null = shuffled_labels(data, one_row_each(data), observed, 200, 1);
  EXPECT_NEAR(*null.mean.value, 0.5, 0.05);
  EXPECT_EQ(*null.p.value, 1.0 / 201);
}

TEST(ProbeNull, RejectsWithoutASignalAsOftenAsItSays) {
  constexpr int kStudies = 200;
  int rejected = 0;
  for (int study = 0; study < kStudies; ++study) {
    const ProbeData data = made(50, 5, 0, static_cast<std::uint64_t>(100 + study)), test = data.of(Part::kTest);
    const ProbeFit fit = fit_probe(data);
    if (!fit.why_undefined.empty() || test.one_class()) continue;
    const double observed = *auroc(test.labels, fit.probe.scores(test.states)).value.value;
    rejected += *shuffled_labels(data, one_row_each(data), observed, 19, 1).p.value <= 0.05;
  }
  EXPECT_LE(rejected, 0.05 * kStudies + 3 * std::sqrt(0.05 * 0.95 * kStudies));
}

TEST(ItemSplit, IsOfTheStatedSizesAndKeepsStrataApart) {
  for (int n = 0; n < 40; ++n) {
    const PartSizes sizes = part_sizes(n);
    EXPECT_EQ(sizes.train + sizes.val + sizes.test, n);
    EXPECT_EQ(sizes.train, static_cast<int>(std::floor(0.6 * n + 0.5)));
    EXPECT_GE(sizes.test, 0);
  }
  std::vector<int> strata(100);
  for (std::size_t i = 0; i < 100; ++i) strata[i] = i < 30;
  std::vector<Sha256> hashes;
  for (int i = 0; i < 100; ++i) hashes.push_back(sha256(std::to_string(i)));
  for (const ItemSplit& split : {shuffled_split(strata, 4), hashed_split("seed", hashes, strata)}) {
    int n_train = 0;
    for (std::size_t i = 0; i < 30; ++i) n_train += split.parts[i] == Part::kTrain;
    EXPECT_EQ(n_train, 18);
  }
}

TEST(ItemSplit, ByHashDoesNotDependOnTheOrderOfItemsAndLeavesSmallStrataTogether) {
  std::vector<Sha256> hashes, reversed;
  for (int i = 0; i < 20; ++i) hashes.push_back(sha256(std::to_string(i)));
  reversed.assign(hashes.rbegin(), hashes.rend());
  std::vector<int> strata(20, 0);
  const ItemSplit split = hashed_split("seed", hashes, strata), other = hashed_split("seed", reversed, strata);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(split.parts[i], other.parts[19 - i]);
  EXPECT_NE(hashed_split("other", hashes, strata).parts, split.parts);
  strata[3] = strata[8] = 1;
  EXPECT_EQ(hashed_split("seed", hashes, strata).parts, split.parts) << "a stratum of 2";
}

TEST(CrossValidation, CoversTheTruthOfAScoreThatNeedsNoLearning) {
  // One coordinate and much of it: every fold learns the same probe, so the truth is that coordinate's own AUROC.
  const ProbeData large = made(100'000, 1, 3, 1);
  const double truth = *auroc(large.labels, {large.states.data(), large.labels.size()}).value.value;
  constexpr int kStudies = 200;
  int covered = 0;
  for (int study = 0; study < kStudies; ++study) {
    const ProbeData data = made(100, 1, 3, static_cast<std::uint64_t>(1000 + study));
    const double grid[] = {1};
    const CrossValidatedAuroc cv = cross_validated_auroc(data.states, data.labels, one_row_each(data), 1, 5, 2, grid);
    ASSERT_TRUE(cv.interval);
    covered += cv.interval->low <= truth && truth <= cv.interval->high;
  }
  EXPECT_GE(covered, 0.90 * kStudies);
}

TEST(CrossValidation, KeepsAnItemsRowsTogether) {
  // Each item's state is unique to it and its label random: rows of one item on both sides would be recognised.
  const ProbeData half = made(60, 100, 0, 9);
  ProbeData data;
  data.states = half.states.replicate(2, 1);
  data.labels = half.labels;
  data.labels.insert(data.labels.end(), half.labels.begin(), half.labels.end());
  std::vector<std::int64_t> items = one_row_each(half);
  items.insert(items.end(), items.begin(), items.begin() + 60);
  const CrossValidatedAuroc cv = cross_validated_auroc(data.states, data.labels, items, 1, 5, 1);
  EXPECT_LT(*cv.mean.value, 0.8);
  EXPECT_EQ(cv.n_folds, 5);
}

}  // namespace
}  // namespace brink::stats
