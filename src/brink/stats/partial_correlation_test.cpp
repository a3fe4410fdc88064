#include "brink/stats/partial_correlation.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "brink/base/rng.h"
#include "brink/stats/ols.h"
#include "brink/stats/ranks.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double normal(SplitMix64& rng) { return quantile(boost::math::normal(), (rng.uniform() + 1e-12) / (1 + 2e-12)); }

struct Items {
  VectorXd length, bias, accuracy;
};

// Length and bias both follow accuracy, which has five values, and are otherwise related by `own`.
Items simulate(SplitMix64& rng, Index n, double own) {
  Items out{VectorXd(n), VectorXd(n), VectorXd(n)};
  for (Index i = 0; i < n; ++i) {
    out.accuracy[i] = static_cast<double>(rng.below(5)) / 4;
    const double a = normal(rng);
    out.length[i] = a - 2 * out.accuracy[i];
    out.bias[i] = own * a + std::sqrt(1 - own * own) * normal(rng) - out.accuracy[i];
  }
  return out;
}

TEST(Midranks, ShareEqualValues) {
  EXPECT_EQ(midranks(std::vector<double>{3, 1, 3, 2, 3}), (std::vector<double>{4, 1, 4, 2, 4}));
  EXPECT_TRUE(midranks({}).empty());
}

TEST(PartialCorrelation, DoesNotSeeScaleShiftOrWhatIsHeldFixed) {
  SplitMix64 rng(5);
  const Items items = simulate(rng, 60, 0.4);
  const double base = *partial_correlation(items.length, items.bias, items.accuracy, Scale::kValues).r.value;
  const VectorXd moved = 3 * items.length.array() + 7 + 20 * items.accuracy.array();
  EXPECT_NEAR(*partial_correlation(moved, items.bias, items.accuracy, Scale::kValues).r.value, base, 1e-12);
  EXPECT_NEAR(*partial_correlation(items.bias, items.length, items.accuracy, Scale::kValues).r.value, base, 1e-12);
  // Ranks see no monotone change of scale either.
  const VectorXd bent = items.length.array().exp();
  EXPECT_EQ(partial_correlation(bent, items.bias, items.accuracy, Scale::kRanks).r,
            partial_correlation(items.length, items.bias, items.accuracy, Scale::kRanks).r);
}

TEST(PartialCorrelation, HoldsForAnyMagnitude) {
  const VectorXd x = (VectorXd(6) << 1, 2, 5, 3, 9, 4).finished(), y = (VectorXd(6) << 1, 3, 2, 5, 4, 6).finished();
  const VectorXd z = (VectorXd(6) << 0, 1, 0, 1, 1, .5).finished();
  const double r = *partial_correlation(x, y, z, Scale::kValues).r.value;
  for (const double scale : {1e-300, 1e-20, 1e160, 1e307})
    EXPECT_NEAR(*partial_correlation(scale * x, y, z, Scale::kValues).r.value, r, 1e-12) << scale;
}

TEST(PartialCorrelation, EqualsTheFormulaForOneHeldVariable) {
  SplitMix64 rng(6);
  const Items items = simulate(rng, 40, 0.3);
  const MatrixXd none(40, 0);
  const auto r = [&](const VectorXd& a, const VectorXd& b) {
    return *partial_correlation(a, b, none, Scale::kRanks).r.value;
  };
  const double xy = r(items.length, items.bias), xz = r(items.length, items.accuracy),
               yz = r(items.bias, items.accuracy);
  const PartialCorrelation partial = partial_correlation(items.length, items.bias, items.accuracy, Scale::kRanks);
  EXPECT_NEAR(*partial.r.value, (xy - xz * yz) / std::sqrt((1 - xz * xz) * (1 - yz * yz)), 1e-12);
  EXPECT_NEAR(*partial.plain.value, xy, 1e-12);
  const double rho = *partial.r.value, z = std::atanh(partial.interval->high) - std::atanh(rho);
  EXPECT_NEAR(z, 1.959963985 * std::sqrt((1 + rho * rho / 2) / (40 - 1 - 3)), 1e-8);
  EXPECT_NEAR(std::atanh(partial.interval_1921->high) - std::atanh(rho), 1.959963985 / 6, 1e-8);
  EXPECT_EQ(partial.df, 37);
}

TEST(PartialCorrelation, IsUndefinedWithAReason) {
  const VectorXd x = VectorXd::LinSpaced(6, 0, 5), flat = VectorXd::Ones(6);
  const VectorXd y = (VectorXd(6) << 1, 0, 2, 1, 5, 3).finished();
  const struct {
    const char *name, *why;
    PartialCorrelation got;
  } cases[] = {
      {"y flat", "constant", partial_correlation(x, flat, MatrixXd(6, 0), Scale::kValues)},
      {"held flat", "constant", partial_correlation(x, y, flat, Scale::kRanks)},
      {"x follows held", "collinear", partial_correlation(x, y, 2 * x, Scale::kValues)},
      {"two items", "n too small", partial_correlation(x.head(2), y.head(2), MatrixXd(2, 0), Scale::kValues)},
      {"no df", "n too small", partial_correlation(x.head(3), y.head(3), y.segment(2, 3), Scale::kValues)},
  };
  for (const auto& [name, why, got] : cases) {
    SCOPED_TRACE(name);
    EXPECT_EQ(got.r.why_undefined, why);
    EXPECT_EQ(got.p.why_undefined, why);
    EXPECT_FALSE(got.interval);
  }
  const PartialCorrelation perfect = partial_correlation(x, -x, MatrixXd(6, 0), Scale::kValues);
  EXPECT_EQ(perfect.r.value, -1);
  EXPECT_EQ(perfect.p.value, 0);
  EXPECT_EQ(perfect.p_greater.value, 1);
  EXPECT_EQ(perfect.t.why_undefined, "perfect");
  EXPECT_EQ(permutation_p(x, flat, MatrixXd(6, 0), Scale::kValues, 9, 1).why_undefined, "constant");
}

TEST(PartialCorrelation, IntervalsCover) {
  SplitMix64 rng(9);
  constexpr int kStudies = 1500;
  int pearson = 0, spearman = 0;
  // Of bivariate normal variables Spearman's correlation is 6/pi asin(rho/2).
  const double rho = 0.5, rank_rho = 6 / std::acos(-1.0) * std::asin(rho / 2);
  for (int study = 0; study < kStudies; ++study) {
    const Items items = simulate(rng, 100, rho);
    const VectorXd length = items.length + 2 * items.accuracy, bias = items.bias + items.accuracy;
    const Interval a = *partial_correlation(length, bias, items.accuracy, Scale::kValues).interval;
    const Interval b = *partial_correlation(length, bias, items.accuracy, Scale::kRanks).interval;
    pearson += a.low <= rho && rho <= a.high;
    spearman += b.low <= rank_rho && rank_rho <= b.high;
  }
  EXPECT_NEAR(pearson, 0.95 * kStudies, 0.02 * kStudies);
  EXPECT_NEAR(spearman, 0.95 * kStudies, 0.02 * kStudies);
}

TEST(PermutationP, KeepsItsSizeWithFewValuesAndFindsWhatIsThere) {
  SplitMix64 rng(10);
  constexpr int kStudies = 1000;
  int rejected = 0, found = 0;
  for (int study = 0; study < kStudies; ++study) {
    Items items = simulate(rng, 40, 0);
    items.bias = (items.bias.array() * 1.5).round();  // a handful of values
    rejected += *permutation_p(items.length, items.bias, items.accuracy, Scale::kRanks, 199, study).value <= 0.05;
    const Items related = simulate(rng, 40, 0.6);
    found += *permutation_p(related.length, related.bias, related.accuracy, Scale::kRanks, 199, study).value <= 0.05;
  }
  EXPECT_NEAR(rejected, 0.05 * kStudies, 3 * std::sqrt(0.05 * 0.95 * kStudies));
  EXPECT_GT(found, 0.9 * kStudies);
}

TEST(PermutationP, RecomputesThePartialCorrelationOfEveryDeal) {
  SplitMix64 rng(12);
  MatrixXd held(14, 6);
  VectorXd x(14), y(14);
  for (Index i = 0; i < 14; ++i) {
    x[i] = normal(rng);
    y[i] = 0.5 * x[i] + normal(rng);
    for (Index j = 0; j < 6; ++j) held(i, j) = normal(rng) + x[i];
  }
  MatrixXd design = MatrixXd::Ones(14, 7);
  design.rightCols(6) = held;
  VectorXd residual = y - design * ols_hc3(design, y).coefficients;
  const double observed = std::abs(*partial_correlation(x, y, held, Scale::kValues).r.value);
  constexpr int kDraws = 500;
  SplitMix64 deals(77);
  int n_as_large = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    deals.shuffle(std::span<double>(residual.data(), 14));
    n_as_large += std::abs(*partial_correlation(x, residual, held, Scale::kValues).r.value) >= observed - 1e-12;
  }
  EXPECT_EQ(permutation_p(x, y, held, Scale::kValues, kDraws, 77).value, (n_as_large + 1.0) / (kDraws + 1.0));
}

TEST(PermutationP, WithinEqualHeldValuesDoesNotTakeACurveForARelation) {
  // x and y both follow z^2; given z they are independent, which a straight line in z does not remove.
  SplitMix64 rng(11);
  int plain = 0, within = 0;
  for (int study = 0; study < 200; ++study) {
    VectorXd x(100), y(100), z(100);
    std::vector<std::int64_t> groups;
    for (Index i = 0; i < 100; ++i) {
      groups.push_back(static_cast<std::int64_t>(rng.below(5)));
      z[i] = static_cast<double>(groups.back()) - 2;
      x[i] = z[i] * z[i] + normal(rng);
      y[i] = z[i] * z[i] + normal(rng);
    }
    plain += *permutation_p(x, y, z, Scale::kValues, 99, study).value <= 0.05;
    within += *permutation_p(x, y, z, Scale::kValues, 99, study, groups).value <= 0.05;
  }
  EXPECT_EQ(plain, 200);
  EXPECT_LE(within, 10 + 3 * 3.1) << "10 expected, standard deviation 3.1";
}

TEST(Stars, AreStrictlyBelowTheirLevels) {
  EXPECT_EQ(stars(0.05), "");
  EXPECT_EQ(stars(0.049), "*");
  EXPECT_EQ(stars(0.01), "*");
  EXPECT_EQ(stars(0.0099), "**");
  EXPECT_EQ(stars(0), "***");
}

TEST(PermutationP, OfAllOrdersOfThreeItems) {
  // Only the order as it is reaches |r| = 1, and its mirror: 2 of 6.
  const VectorXd x = VectorXd::LinSpaced(3, 0, 2), y = VectorXd::LinSpaced(3, 1, 3);
  EXPECT_NEAR(*permutation_p(x, y, MatrixXd(3, 0), Scale::kValues, 20'000, 1).value, 1.0 / 3, 0.01);
}

}  // namespace
}  // namespace brink::stats
