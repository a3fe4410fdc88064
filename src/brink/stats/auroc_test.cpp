#include "brink/stats/auroc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Made {
  std::vector<bool> labels;
  std::vector<double> scores;
  std::vector<std::int64_t> clusters;
};

/// Scores of few values, so that many are equal; `shared` moves label and score of a whole cluster of two.
Made made(SplitMix64& rng, int n_clusters, double shared) {
  Made out;
  for (int c = 0; c < n_clusters; ++c) {
    const double common = shared * (rng.uniform() - 0.5);
    for (int row = 0; row < 2; ++row) {
      out.labels.push_back(rng.uniform() + common > 0.5);
      out.scores.push_back(std::floor(8 * (rng.uniform() + common)));
      out.clusters.push_back(c);
    }
  }
  return out;
}

TEST(Auroc, OfHandMadeScores) {
  const struct {
    std::vector<bool> labels;
    std::vector<double> scores;
    double value;
    int tied;
  } cases[] = {
      {{false, true}, {0, 1}, 1, 0},
      {{false, true}, {1, 0}, 0, 0},
      {{false, true}, {1, 1}, 0.5, 1},
      {{false, false, true, true}, {1, 2, 2, 3}, 3.5 / 4, 1},
      {{false, true, false, true}, {-kInf, kInf, 0, 0}, 3.5 / 4, 1},
  };
  for (const auto& [labels, scores, value, tied] : cases) {
    const Auroc area = auroc(labels, scores);
    EXPECT_EQ(area.value.value, value);
    EXPECT_EQ(area.n_tied_pairs, tied);
  }
}

TEST(Auroc, IsUndefinedWithAReason) {
  EXPECT_EQ(auroc({}, {}).value.why_undefined, "one class");
  EXPECT_EQ(auroc({true, true}, std::vector<double>{1, 2}).value.why_undefined, "one class");
  EXPECT_EQ(auroc({true, false}, std::vector<double>{1, std::nan("")}).value.why_undefined, "nan score");
}

TEST(Auroc, EqualsTheShareOfPairsAndTheMeanPlacementOfEitherClass) {
  SplitMix64 rng(3);
  for (int round = 0; round < 50; ++round) {
    const Made data = made(rng, 2 + static_cast<int>(rng.below(20)), 0.3);
    const Auroc area = auroc(data.labels, data.scores);
    if (!area.value.value) continue;
    double beaten = 0, sums[2] = {};
    const std::vector<double> placed = placements(data.labels, data.scores);
    for (std::size_t i = 0; i < placed.size(); ++i) {
      sums[data.labels[i]] += placed[i];
      for (std::size_t j = 0; j < placed.size(); ++j) {
        if (!data.labels[i] || data.labels[j]) continue;
        beaten += data.scores[i] > data.scores[j] ? 1 : data.scores[i] == data.scores[j] ? 0.5 : 0;
      }
    }
    const double m = static_cast<double>(area.n_positive), n = static_cast<double>(area.n_negative);
    EXPECT_NEAR(*area.value.value, beaten / (m * n), 1e-12);
    EXPECT_NEAR(sums[1] / m, *area.value.value, 1e-12);
    EXPECT_NEAR(sums[0] / n, *area.value.value, 1e-12);
  }
}

TEST(Delong, EqualsTheVarianceOfPlacements) {
  // Positives 3, 1 against negatives 0, 2: placements 1, 1/2 and 1, 1/2; each variance 1/8, over 2, twice.
  const AurocError error = delong({true, true, false, false}, std::vector<double>{3, 1, 0, 2});
  EXPECT_NEAR(*error.se.value, std::sqrt(0.125), 1e-12);
  EXPECT_EQ(error.interval->high, 1);
}

TEST(Delong, HasNoIntervalWithoutVariance) {
  EXPECT_EQ(delong({true, true, false, false}, std::vector<double>{3, 2, 1, 0}).se.why_undefined, "degenerate");
  EXPECT_EQ(delong({true, false, false}, std::vector<double>{3, 2, 1}).se.why_undefined, "fewer than 2 per class");
  EXPECT_EQ(delong({true}, std::vector<double>{3}).se.why_undefined, "one class");
}

TEST(ClusteredAuroc, SeesThatRepeatedRowsAddNothing) {
  SplitMix64 rng(5);
  const Made data = made(rng, 60, 0);
  std::vector<std::int64_t> rows(data.labels.size());
  std::iota(rows.begin(), rows.end(), 0);
  Made twice = data;
  twice.labels.insert(twice.labels.end(), data.labels.begin(), data.labels.end());
  twice.scores.insert(twice.scores.end(), data.scores.begin(), data.scores.end());
  std::vector<std::int64_t> pairs = rows;
  pairs.insert(pairs.end(), rows.begin(), rows.end());
  EXPECT_NEAR(*clustered_auroc(twice.labels, twice.scores, pairs).se.value, *delong(data.labels, data.scores).se.value,
              1e-12);
}

TEST(ClusteredAuroc, CoversWhereRowsHangTogetherAndDelongDoesNot) {
  SplitMix64 rng(6);
  const Made large = made(rng, 100'000, 0.9);
  const double truth = *auroc(large.labels, large.scores).value.value;
  constexpr int kStudies = 600;
  int clustered = 0, delonged = 0;
  for (int study = 0; study < kStudies; ++study) {
    const Made data = made(rng, 100, 0.9);
    const auto covers = [&](const AurocError& e) { return e.interval->low <= truth && truth <= e.interval->high; };
    clustered += covers(clustered_auroc(data.labels, data.scores, data.clusters));
    delonged += covers(delong(data.labels, data.scores));
  }
  EXPECT_NEAR(clustered, 0.95 * kStudies, 0.03 * kStudies);
  EXPECT_LT(delonged, clustered);
}

TEST(AurocBootstrap, GivesTheGivenResamplesPercentiles) {
  const std::vector<std::vector<std::size_t>> resamples{{0, 1}, {0, 3}, {2, 1}, {0, 2}};
  const AurocBootstrap b = bootstrap_auroc({true, false, true, false}, std::vector<double>{3, 1, 0, 2}, resamples, 0.5);
  EXPECT_EQ(b.n_undefined, 1);
  EXPECT_FALSE(b.strict);
  EXPECT_EQ(b.skip->low, 0.5) << "of 0, 1, 1";
  EXPECT_EQ(b.skip->high, 1);
}

}  // namespace
}  // namespace brink::stats
