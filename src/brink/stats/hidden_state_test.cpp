// Entropy, effective and intrinsic dimension, similarity, votes: what is measured on logits and states without a probe.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "brink/stats/ccs.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/entropy.h"
#include "brink/stats/intrinsic_dimension.h"
#include "brink/stats/paired.h"
#include "brink/stats/samples.h"
#include "brink/stats/similarity.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;

constexpr double kMasked = -std::numeric_limits<double>::infinity();

/// Nearly normal: sums of uniform numbers, of variance 1.
MatrixXd noise(int n, int d) {
  MatrixXd out = MatrixXd::Zero(n, d);
  for (int i = 0; i < 3; ++i) out += MatrixXd::Random(n, d);
  return out;
}

TEST(Entropy, OfHandMadeLogits) {
  const struct {
    std::vector<double> logits;
    double bits;
  } cases[] = {
      {{1, 1, 1, 1}, 2},          {{5}, 0},
      {{kMasked, 7, kMasked}, 0}, {{-1e308, 1e308}, 0},
      {{0, 0, kMasked}, 1},       {{std::log(0.5), std::log(0.25), std::log(0.25)}, 1.5},
  };
  for (const auto& [logits, bits] : cases) EXPECT_NEAR(*token_entropy(logits).bits.value, bits, 1e-12);
}

TEST(Entropy, IsUndefinedWithAReason) {
  const double nan = std::nan("");
  EXPECT_EQ(token_entropy({}).bits.why_undefined, "empty");
  EXPECT_EQ(token_entropy(std::vector{1.0, nan}).bits.why_undefined, "nan");
  EXPECT_EQ(token_entropy(std::vector{1.0, -kMasked}).bits.why_undefined, "+inf");
  EXPECT_EQ(token_entropy(std::vector{kMasked, kMasked}).bits.why_undefined, "all masked");
}

TEST(OptionEntropy, AddsUpSpellingsAndSaysWhatIsOutside) {
  // Probabilities .4 .1 | .2 and .3 outside.
  const std::vector<double> logits{std::log(0.4), std::log(0.1), std::log(0.2), std::log(0.3)};
  const OptionEntropy options = option_entropy(logits, std::vector<std::vector<int>>{{0, 1}, {2}});
  EXPECT_NEAR(options.mass, 0.7, 1e-12);
  EXPECT_NEAR(options.p[0], 5.0 / 7, 1e-12);
  EXPECT_NEAR(*options.margin_nats.value, std::log(2.5), 1e-12);
  EXPECT_NEAR(*options.margin_p.value, 3.0 / 7, 1e-12);
  EXPECT_EQ(*options.bits.value, *options.share_of_max.value);
}

TEST(OptionEntropy, HasNoMarginOverAMaskedOption) {
  const std::vector<double> logits{1, kMasked, kMasked};
  EXPECT_EQ(option_entropy(logits, std::vector<std::vector<int>>{{0}, {1}}).margin_nats.why_undefined,
            "second is masked");
  EXPECT_EQ(option_entropy(logits, std::vector<std::vector<int>>{{1}, {2}}).bits.why_undefined, "all options masked");
  EXPECT_EQ(option_entropy(logits, std::vector<std::vector<int>>{{0}}).margin_nats.why_undefined, "one option");
}

TEST(EffectiveDimension, DoesNotSeeScaleShiftOrRotation) {
  std::srand(7);  // Eigen's Random() draws from std::rand
  for (const auto& [n, d] : {std::pair{6, 12}, std::pair{12, 5}, std::pair{8, 8}}) {
    SCOPED_TRACE(testing::Message() << "n=" << n << " d=" << d);
    const MatrixXd x = noise(n, d);
    const MatrixXd rotation = Eigen::HouseholderQR<MatrixXd>(MatrixXd::Random(d, d)).householderQ();
    const EffectiveDimension base = effective_dimension(x);
    const EffectiveDimension moved = effective_dimension((3.5 * x * rotation).array() + 100.0);
    EXPECT_NEAR(*moved.plain.value, *base.plain.value, 1e-9);
    ASSERT_EQ(moved.corrected.value.has_value(), base.corrected.value.has_value());
    if (base.corrected.value) {
      EXPECT_NEAR(*moved.corrected.value, *base.corrected.value, 1e-6);
    }
    EXPECT_GE(*base.plain.value, 1);
    EXPECT_LE(*base.plain.value, base.ceiling);
  }
}

TEST(EffectiveDimension, OfNoiseIsTheBaselinePlainAndTheDimensionCorrected) {
  std::srand(8);
  for (const int n : {25, 100, 200}) {
    const EffectiveDimension e = effective_dimension(noise(n, 1000));
    EXPECT_NEAR(*e.plain.value, white_noise_dimension(n, 1000), 0.02 * *e.plain.value);
    EXPECT_NEAR(*e.corrected.value, 1000, 300);
  }
  EXPECT_NEAR(white_noise_dimension(25, 4096), 23.9, 0.05);
  EXPECT_NEAR(white_noise_dimension(100, 4096), 96.6, 0.05);
  EXPECT_NEAR(white_noise_dimension(200, 4096), 189.7, 0.05);
}

TEST(EffectiveDimension, CorrectedTermsAreTheMeansOverDistinctRows) {
  // The estimates are U-statistics: of (tr C)^2 and tr C^2 by all ordered quadruples of different rows,
  // ((xi - xj)'(xi - xj) / 2)((xk - xl)'(xk - xl) / 2) and ((xi - xj)'(xk - xl) / 2)^2.
  std::srand(9);
  const MatrixXd x = noise(6, 3);
  double of_trace = 0, of_square = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) {
          if (i == j || i == k || i == l || j == k || j == l || k == l) continue;
          const Eigen::VectorXd a = x.row(i) - x.row(j), b = x.row(k) - x.row(l);
          of_trace += a.squaredNorm() / 2 * b.squaredNorm() / 2;
          of_square += std::pow(a.dot(b) / 2, 2);
        }
  EXPECT_NEAR(*effective_dimension(x).corrected.value, of_trace / of_square, 1e-9);
}

TEST(EffectiveDimension, IsUndefinedWithAReason) {
  EXPECT_EQ(effective_dimension(MatrixXd::Ones(1, 3)).plain.why_undefined, "n < 2");
  EXPECT_EQ(effective_dimension(MatrixXd::Constant(5, 3, 1e6)).plain.why_undefined, "no variance");
  EXPECT_EQ(effective_dimension(MatrixXd::Identity(3, 3)).corrected.why_undefined, "n < 4");
  // Rows as far from each other as can be: more directions than rows can show.
  EXPECT_EQ(effective_dimension(MatrixXd::Identity(8, 8)).corrected.why_undefined, "too few rows");
}

TEST(EffectiveDimension, OfASubsetByTheGramMatrixIsThatOfItsRows) {
  std::srand(10);
  const MatrixXd x = noise(20, 30), gram = centred_gram(x.array() + 50);
  const std::vector<int> subset{3, 17, 4, 9, 11};
  const EffectiveDimension direct = effective_dimension(x(subset, Eigen::all));
  const EffectiveDimension by_gram = effective_dimension(gram, subset, 30);
  EXPECT_NEAR(*by_gram.plain.value, *direct.plain.value, 1e-9);
  EXPECT_NEAR(by_gram.trace, direct.trace, 1e-9);
  EXPECT_EQ(effective_dimension(gram, std::vector<int>{2, 2, 2}, 30).plain.why_undefined, "no variance");
  const std::vector<MatrixXd> layers{gram, gram};
  const SubsampledDimension all = subsampled_dimension(layers, 30, 20, 3, 1);
  EXPECT_NEAR(*all.mean.value, *effective_dimension(x).plain.value, 1e-9);
  EXPECT_NEAR(*all.sd.value, 0, 1e-9);
}

TEST(IntrinsicDimension, FindsThatOfAPlaneInManyDimensions) {
  std::srand(11);
  const MatrixXd plane = MatrixXd::Random(800, 2) * MatrixXd::Random(2, 20);
  EXPECT_NEAR(*two_nn_of_rows(plane).dimension.value, 2, 0.3);
  EXPECT_NEAR(*levina_bickel(plane).of_inverses.value, 2, 0.2);
  MatrixXd twice(1600, 20);
  twice << plane, plane;
  EXPECT_EQ(two_nn_of_rows(twice).dimension, two_nn_of_rows(plane).dimension) << "equal rows count once";
  EXPECT_EQ(levina_bickel(twice).n_duplicates, 800);
}

// As a report takes them, a layer at a time.
TEST(Geometry, FoundTogetherIsBitForBitWhatIsFoundByItself) {
  std::srand(13);
  for (const auto& [n, d] : {std::pair{30, 50}, {50, 30}, {30, 300}, {12, 4}, {2, 5}, {1, 5}}) {
    SCOPED_TRACE(testing::Message() << "n=" << n << " d=" << d);
    MatrixXd x = noise(n, d);
    if (n > 20) x.row(7) = x.row(3);
    const EffectiveDimension by_itself = effective_dimension(x);
    const auto& [dimension, gram] = dimension_and_gram(x);
    EXPECT_EQ(dimension.plain, by_itself.plain);
    EXPECT_EQ(dimension.corrected, by_itself.corrected);
    EXPECT_EQ(dimension.trace, by_itself.trace);
    EXPECT_EQ(gram, centred_gram(x));
    const TwoNn two = two_nn_of_rows(x);
    const LevinaBickel by_k = levina_bickel(x);
    const IntrinsicDimension both = intrinsic_dimension(x);
    EXPECT_EQ(both.two_nn.n, two.n);
    EXPECT_EQ(both.two_nn.dimension, two.dimension);
    EXPECT_EQ(both.two_nn.censored, two.censored);
    EXPECT_EQ(both.levina_bickel.n_duplicates, by_k.n_duplicates);
    EXPECT_EQ(both.levina_bickel.of_inverses, by_k.of_inverses);
    EXPECT_EQ(both.levina_bickel.mean, by_k.mean);
  }
}

TEST(Similarity, OfTurnedAndScaledStatesIsOneAndOfUnrelatedOnesNothingOnceDebiased) {
  std::srand(12);
  const MatrixXd x = noise(40, 60);
  const MatrixXd rotation = Eigen::HouseholderQR<MatrixXd>(MatrixXd::Random(60, 60)).householderQ();
  const Similarity same = similarity(x, (x * rotation * 3).array() + 5);
  EXPECT_NEAR(*same.cka.value, 1, 1e-9);
  EXPECT_NEAR(*same.cka_debiased.value, 1, 1e-9);
  EXPECT_NEAR(*same.rsa.value, 1, 1e-3);
  const Similarity other = similarity(x, noise(40, 600));
  EXPECT_GT(*other.cka.value, 0.6) << "many directions";
  EXPECT_NEAR(*other.cka_debiased.value, 0, 0.1);
  EXPECT_NEAR(*other.rsa.value, 0, 0.2);
  EXPECT_EQ(similarity(x, MatrixXd::Ones(40, 3)).cka.why_undefined, "no variance");
  EXPECT_EQ(similarity(x.topRows(3), x.topRows(3)).cka_debiased.why_undefined, "n < 4");
}

TEST(Ccs, GradientIsThatOfTheLoss) {
  std::srand(13);
  const ContrastPairs pairs = contrast_pairs(noise(12, 3), noise(12, 3), true);
  const Eigen::VectorXd w = Eigen::VectorXd::Random(3);
  const auto loss = [&](const Eigen::VectorXd& at, double b) {
    const Ccs ccs = evaluate_ccs(pairs, at, b);
    return ccs.consistency + ccs.confidence;
  };
  const Ccs ccs = evaluate_ccs(pairs, w, 0.3);
  for (int j = 0; j < 3; ++j) {
    const Eigen::VectorXd step = 1e-5 * Eigen::VectorXd::Unit(3, j);
    EXPECT_NEAR(ccs.gradient(j), (loss(w + step, 0.3) - loss(w - step, 0.3)) / 2e-5, 1e-8);
  }
  EXPECT_NEAR(ccs.gradient(3), (loss(w, 0.3 + 1e-5) - loss(w, 0.3 - 1e-5)) / 2e-5, 1e-8);
  EXPECT_NEAR(loss(Eigen::VectorXd::Zero(3), std::log(0.4 / 0.6)), 0.2, 1e-12) << "the best constant";
}

TEST(SelfConsistency, TakesTheFirstSeenOfEquallyFrequentAnswers) {
  const SelfConsistency vote = self_consistency(std::vector<std::optional<int>>{7, 3, 3, 7, {}});
  EXPECT_EQ(vote.majority, 7);
  EXPECT_TRUE(vote.tie);
  EXPECT_EQ(vote.margin.value, 0);
  EXPECT_EQ(vote.agreement.value, 0.5);
  EXPECT_EQ(vote.agreement_of_all.value, 0.4);
  EXPECT_EQ(self_consistency({}).agreement_of_all.why_undefined, "no answer");
  EXPECT_EQ(self_consistency(std::vector<std::optional<int>>{{}}).agreement.why_undefined, "no valid answer");
}

TEST(SemanticEntropy, IsThatOfTheShares) {
  EXPECT_NEAR(*semantic_entropy(std::vector<std::optional<int>>{1, 1, 2, 3, {}}).bits.value, 1.5, 1e-12);
  EXPECT_EQ(semantic_entropy(std::vector<std::optional<int>>{4, 4}).nats.value, 0);
  EXPECT_EQ(semantic_entropy({}).nats.why_undefined, "no valid sample");
}

TEST(McNemar, OfHandMadeCounts) {
  const McNemar test = mcnemar(1, 4);  // 6 of 32 at most 1, twice; the outcome itself 5 of 32
  EXPECT_NEAR(test.p_exact, 12.0 / 32, 1e-12);
  EXPECT_NEAR(test.p_mid, 7.0 / 32, 1e-12);
  EXPECT_NEAR(test.chi_square->statistic, 9.0 / 5, 1e-12);
  EXPECT_NEAR(test.continuity->statistic, 4.0 / 5, 1e-12);
  EXPECT_EQ(mcnemar(3, 3).p_mid, 1);
  EXPECT_FALSE(mcnemar(0, 0).chi_square);
}

}  // namespace
}  // namespace brink::stats
