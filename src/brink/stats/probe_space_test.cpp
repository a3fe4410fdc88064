// Probes of factored rows, against those that see every column.
#include "brink/stats/probe_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/algebra.h"
#include "brink/stats/auroc.h"
#include "brink/stats/ccs.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/logistic_batch.h"
#include "brink/stats/neighbours.h"
#include "brink/stats/product.h"
#include "brink/stats/recoverability.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;

MatrixXd noise(SplitMix64& rng, Eigen::Index n, Eigen::Index d) {
  MatrixXd out(n, d);
  for (double& value : out.reshaped()) value = rng.uniform() + rng.uniform() - 1;
  return out;
}

ProbeData made(int n, int d, double pull, std::uint64_t seed) {
  SplitMix64 rng(seed);
  ProbeData out{noise(rng, n, d), {}, {}};
  for (int i = 0; i < n; ++i) {
    out.labels.push_back(rng.uniform() < 1 / (1 + std::exp(-pull * out.states(i, 0))));
    out.parts.push_back(i % 5 < 3 ? Part::kTrain : i % 5 == 3 ? Part::kVal : Part::kTest);
  }
  return out;
}

TEST(Product, EqualsThatOfEigenForEveryShape) {
  SplitMix64 rng(1);
  for (const auto& [n, m, k] : {std::tuple{1, 1, 1}, std::tuple{7, 17, 3}, std::tuple{33, 9, 300},
                                std::tuple{530, 20, 5}, std::tuple{8, 16, 256}, std::tuple{3, 5, 0}}) {
    SCOPED_TRACE(testing::Message() << n << " " << m << " " << k);
    const MatrixXd a = noise(rng, n, k), b = noise(rng, m, k), x = noise(rng, k, m);
    EXPECT_NEAR((product(a, b) - a * b.transpose()).cwiseAbs().maxCoeff(), 0, 1e-12);
    EXPECT_NEAR((Multiplier(a) * x - a * x).cwiseAbs().maxCoeff(), 0, 1e-12);
    EXPECT_NEAR((Multiplier(a) * x.leftCols(1) - a * x.leftCols(1)).cwiseAbs().maxCoeff(), 0, 1e-12);
    EXPECT_NEAR((own_product(a) - a * a.transpose()).cwiseAbs().maxCoeff(), 0, 1e-12);
    const Eigen::MatrixXf fa = a.cast<float>(), fb = b.cast<float>();
    EXPECT_NEAR((product(fa, fb) - fa * fb.transpose()).cwiseAbs().maxCoeff(), 0, 1e-4);
  }
}

TEST(ScaledProducts, OfLayersAddUpToThoseOfAllColumns) {
  const ProbeData data = made(40, 700, 2, 3);
  ScaledProducts sum = scaled_products(data.states.leftCols(300), data.parts);
  sum += scaled_products(data.states.rightCols(400), data.parts);
  const ScaledProducts whole = scaled_products(data.states, data.parts);
  EXPECT_NEAR((sum.with_train - whole.with_train).cwiseAbs().maxCoeff(), 0, 1e-9);
  EXPECT_NEAR((sum.squares - whole.squares).cwiseAbs().maxCoeff(), 0, 1e-9);
  EXPECT_EQ(sum.d, 700);
}

TEST(ProbeSpace, GivesTheProbeThatSeesEveryColumn) {
  for (const int d : {5, 30, 400}) {
    SCOPED_TRACE(d);
    ProbeData data = made(60, d, 6, 5);
    data.states.col(1).setConstant(3);
    data.states(4, 1) = 100;  // a test row: a column without weight
    const ProbeFit exact = fit_probe(data);
    const ProbeSpace space(scaled_products(data.states, data.parts), data.parts);
    const SpaceFit fit = fit_probe(space, data.labels);
    EXPECT_EQ(fit.c, exact.c);
    const ProbeData test = data.of(Part::kTest);
    const std::vector<double> scores = exact.probe.scores(test.states);
    const double scale =
        *std::max_element(scores.begin(), scores.end()) - *std::min_element(scores.begin(), scores.end());
    for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(fit.test_scores[i], scores[i], 0.02 * scale);
    EXPECT_NEAR(*fit.test.value, *auroc(test.labels, scores).value.value, 0.02);
  }
}

TEST(ProbeSpace, AndASplitThatIsUsedOnceGiveOneProbe) {
  for (const int d : {3, 40, 1100}) {
    SCOPED_TRACE(d);
    ProbeData data = made(90, d, 6, 14);
    data.states.col(1).setConstant(3);
    data.states(4, 1) = 100;
    data.states.col(2).array() += 1000;
    data.states.row(9) = data.states.row(4);  // two test rows
    const SpaceFit fit = fit_probe(ProbeSpace(scaled_products(data.states, data.parts), data.parts), data.labels),
                   once = fit_probe_once(data.states, data.labels, data.parts);
    EXPECT_EQ(once.c, fit.c);
    for (std::size_t i = 0; i < fit.test_scores.size(); ++i)
      EXPECT_NEAR(once.test_scores[i], fit.test_scores[i], 1e-6 * (1 + std::abs(fit.test_scores[i])));
    EXPECT_EQ(once.test_scores[0], once.test_scores[1]) << "equal rows tie";
    EXPECT_EQ(fit.test_scores[0], fit.test_scores[1]);
    EXPECT_EQ(once.test, fit.test);
  }
  ProbeData data = made(20, 3, 1, 7);
  std::fill(data.labels.begin(), data.labels.end(), true);
  EXPECT_EQ(fit_probe_once(data.states, data.labels, data.parts).why_undefined, "train one class");
}

TEST(ProbeSpace, OfNumbersWhoseProductsOverflowHasNoProbe) {
  ProbeData data = made(30, 3, 2, 6);
  data.states *= 1e300;
  const ProbeSpace space(scaled_products(data.states, data.parts), data.parts);
  const SpaceFit fit = fit_probe(space, data.labels);
  EXPECT_TRUE(fit.test.value || !fit.why_undefined.empty());
}

TEST(LogisticBatch, IsTheFitOfEachLabelling) {
  for (const auto& [n, d] : {std::pair{40, 5}, std::pair{30, 90}}) {
    const ProbeData data = made(n, d, 2, 7);
    const RowSpace rows(data.states);
    LogisticBatch batch(own_product(data.states));
    SplitMix64 rng(8);
    MatrixXd signs(n, 20);
    for (double& s : signs.reshaped()) s = rng.below(3) == 0 ? 1 : -1;
    LogisticFits fits;
    for (const double c : {1e-3, 1.0, 100.0}) {
      fits = batch.fit(signs, c, 1e-14, fits.weights.size() > 0 ? &fits : nullptr);
      for (Eigen::Index j = 0; j < signs.cols(); ++j) {
        std::vector<bool> labels;
        for (Eigen::Index i = 0; i < n; ++i) labels.push_back(signs(i, j) > 0);
        const LogisticFit one = fit_logistic(rows, labels, c);
        const Eigen::VectorXd w = data.states.transpose() * fits.weights.col(j);
        EXPECT_LT((w - rows.weights(one.v)).norm(), 1e-4 * (1 + w.norm())) << "n=" << n << " C=" << c;
        EXPECT_NEAR(fits.intercepts(j), one.intercept, 1e-4 * (1 + std::abs(one.intercept)));
      }
    }
  }
}

/// C times the summed loss and half the squared length of the weights, of columns.
double objective(const MatrixXd& states, const MatrixXd& signs, const Eigen::VectorXd& w, double intercept, double c) {
  double sum = 0;
  for (Eigen::Index i = 0; i < states.rows(); ++i)
    sum += std::log1p(std::exp(-signs(i, 0) * (states.row(i).dot(w) + intercept)));
  return c * sum + w.squaredNorm() / 2;
}

TEST(LogisticBatch, AsFarAsRanksNeedIsWithinAHundredMillionthOfTheBestObjective) {
  for (const auto& [n, d, pull] : {std::tuple{200, 4, 3}, std::tuple{60, 60, 3}, std::tuple{50, 900, 0}}) {
    ProbeData data = made(n, d, pull, 15);
    data.states.col(0) *= 30;  // a direction that carries nearly all of the variance
    const RowSpace rows(data.states);
    LogisticBatch batch(own_product(data.states));
    MatrixXd signs(n, 1);
    for (int i = 0; i < n; ++i) signs(i) = data.labels[static_cast<std::size_t>(i)] ? 1 : -1;
    LogisticFits fits;
    for (const double c : kProbeGrid) {
      fits = batch.fit(signs, c, kRankFit, fits.weights.size() > 0 ? &fits : nullptr);
      const double best = fit_logistic(rows, data.labels, c).objective;
      EXPECT_LE(objective(data.states, signs, data.states.transpose() * fits.weights, fits.intercepts(0), c),
                best + 1e-8 * std::max(1.0, best))
          << "n=" << n << " d=" << d << " C=" << c;
    }
  }
}

TEST(Inverse, OfAPositiveMatrixByHalves) {
  SplitMix64 rng(16);
  for (const int n : {1, 2, 64, 65, 300}) {
    const MatrixXd x = noise(rng, n, n + 5);
    MatrixXd m = x * x.transpose();
    m.diagonal().array() += 1;
    EXPECT_NEAR((m * inverse_of_positive(m) - MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff(), 0, 1e-10) << n;
  }
}

TEST(NearestDistances, AreThoseOfDirectDifferences) {
  SplitMix64 rng(9);
  for (const auto& [n, d] : {std::pair{5, 2}, std::pair{1500, 3}, std::pair{60, 700}}) {
    MatrixXd x = noise(rng, n, d);
    x.row(n - 1) *= 1e4;                 // an outlier
    x.row(1) = x.row(0);                 // equal
    x.row(2) = x.row(0).array() + 1e-9;  // near
    x.array() += 1000;                   // far from the origin
    const int k = std::min(4, n - 1);
    const MatrixXd nearest = nearest_distances(x, k);
    for (int i = 0; i < n; ++i) {
      std::vector<double> all;
      for (int j = 0; j < n; ++j)
        if (j != i) all.push_back((x.row(i) - x.row(j)).norm());
      std::sort(all.begin(), all.end());
      for (int j = 0; j < k; ++j) EXPECT_NEAR(nearest(j, i), all[static_cast<std::size_t>(j)], 1e-12 * all.back()) << i;
    }
  }
}

TEST(Recoverability, OfSeveralClassesIsTheMeanOverEachAgainstTheOthers) {
  SplitMix64 rng(10);
  MatrixXd x = noise(rng, 200, 30);
  ProbeQuestion question{{}, 4, {}};
  std::vector<Part> parts;
  for (int i = 0; i < 200; ++i) {
    question.classes.push_back(i % 3);  // class 3 never
    question.items.push_back(i / 2);
    parts.push_back(i / 2 % 5 < 3 ? Part::kTrain : i / 2 % 5 == 3 ? Part::kVal : Part::kTest);
    x(i, i % 3) += 3;
  }
  const ProbeSpace space(scaled_products(x, parts), parts);
  const Recoverability found = recover(space, question, 200, 1);
  EXPECT_EQ(found.n_probes, 3);
  EXPECT_GT(*found.test.value, 0.9);
  EXPECT_EQ(macro_auroc(found.scored), found.test);
  ASSERT_TRUE(found.interval);
  EXPECT_LE(found.interval->low, *found.test.value);
  EXPECT_LT(*recover_in_shuffled(space, question, found, 40, 1).p.value, 0.05);
}

TEST(ScoredRows, DifferenceOfOneScoreWithItselfIsNothingAndTheBetterOneShows) {
  SplitMix64 rng(11);
  ScoredRows a{{}, {}, {1}, {{}}}, b = a;
  for (int i = 0; i < 200; ++i) {
    a.classes.push_back(i % 2);
    a.items.push_back(i);
    a.scores[0].push_back(rng.uniform());
    b.scores[0].push_back(rng.uniform() + i % 2);
  }
  b.classes = a.classes;
  b.items = a.items;
  const auto same = bootstrap_auroc_difference(a, a, 200, 1), better = bootstrap_auroc_difference(a, b, 200, 1);
  EXPECT_EQ(same->low, 0);
  EXPECT_EQ(same->high, 0);
  EXPECT_GT(better->low, 0.2);
}

TEST(ScoredRows, StratifiedByClassNoResampleLacksOne) {
  const ScoredRows rare{{1, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7}, {1}, {{5, 1, 2, 3, 4, 6, 7, 8}}};
  EXPECT_TRUE(bootstrap_macro_auroc(rare, 100, 1));
  ScoredRows one_item = rare;
  one_item.items.assign(8, 0);
  EXPECT_FALSE(bootstrap_macro_auroc(one_item, 100, 1)) << "every resample is the same";
  EXPECT_EQ(macro_auroc({{1, 1}, {0, 1}, {1}, {{1, 2}}}).why_undefined, "one class");
}

TEST(Jackknife, OfADimensionIsNearItsSpreadOverStudies) {
  constexpr int kStudies = 40, kN = 60, kD = 8;
  double sum = 0, squares = 0, errors = 0;
  SplitMix64 rng(12);
  for (int study = 0; study < kStudies; ++study) {
    MatrixXd x = noise(rng, kN, kD);
    x.col(0) *= 3;
    const double value = *effective_dimension(x).corrected.value;
    sum += value;
    squares += value * value;
    std::vector<Estimate> without;
    for (const EffectiveDimension& one : without_groups(centred_gram(x), kD, 30)) without.push_back(one.corrected);
    errors += *jackknife_se(without).value / kStudies;
  }
  const double sd = std::sqrt((squares - sum * sum / kStudies) / (kStudies - 1));
  EXPECT_NEAR(errors, sd, 0.4 * sd);
  EXPECT_EQ(jackknife_se(std::vector{Estimate::of(1)}).why_undefined, "fewer than 2 groups");
}

TEST(Ccs, TrainingFindsADirectionOfTruth) {
  SplitMix64 rng(13);
  MatrixXd negated = noise(rng, 80, 6), affirmed = noise(rng, 80, 6);
  std::vector<bool> truth;
  for (int i = 0; i < 80; ++i) {
    truth.push_back(rng.below(2) == 1);
    affirmed(i, 2) += truth.back() ? 3 : -3;
    negated(i, 2) -= truth.back() ? 3 : -3;
  }
  const ContrastPairs pairs = contrast_pairs(negated, affirmed);
  const CcsFit fit = train_ccs(pairs, 1);
  EXPECT_LT(fit.loss, 0.05) << "the best constant has .2";
  const Ccs at = evaluate_ccs(pairs, fit.weights, fit.intercept);
  EXPECT_NEAR(at.consistency + at.confidence, fit.loss, 1e-12);
  int right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) right += (at.score[i] < 0.5) == truth[i];
  EXPECT_GT(std::max(right, 80 - right), 75);
}

}  // namespace
}  // namespace brink::stats
