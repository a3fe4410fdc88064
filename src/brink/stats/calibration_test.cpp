// Do the tests and intervals of the study of commitment and length hold what they say? A short form of
// bench/calibration.cpp.
#include "brink/stats/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

namespace brink::stats {
namespace {

constexpr double kMostDistance = 1.95;  // Kolmogorov: once in a thousand

double se(double level, int n) { return std::sqrt(level * (1 - level) / n); }

const TestCalibration& find(const Calibration& calibration, const std::string& name) {
  for (const TestCalibration& row : calibration.tests) {
    if (row.name == name) return row;
  }
  throw std::out_of_range(name);
}

TEST(Calibration, TestsKeepTheirSizeWhereTheOrderDoesNotMatter) {
  const Calibration got = calibrate({}, 250, 120, 99, 1);
  EXPECT_GE(got.tests.size(), 15u);
  for (const TestCalibration& row : got.tests) {
    SCOPED_TRACE(row.name);
    EXPECT_GE(row.n, 200);
    for (int i = 0; i < 3; ++i) {
      const double most = kLevels[i] + 3 * se(kLevels[i], row.n) + (row.exact ? 0 : 0.02);
      EXPECT_LE(row.rejected[i], most * row.n) << "at " << kLevels[i];
    }
  }
  for (const char* name : {"PBS of two modes, signed ranks, exact", "accuracy of two modes, sign flips"})
    EXPECT_LT(kolmogorov(find(got, name).uniform), kMostDistance) << name;
  for (const IntervalCalibration& row : got.intervals) {
    SCOPED_TRACE(row.name);
    EXPECT_NEAR(static_cast<double>(row.covered) / row.n, 0.95, 0.02 + 3 * se(0.95, row.n));
  }
}

TEST(Calibration, TestsFindAPullThatGrowsWithLength) {
  SimulatedModel model;
  model.pull = {0.8, 0, 0, 0};
  model.growth = {0.7, 0, 0, 0};
  const Calibration got = calibrate(model, 30, 300, 99, 2);
  for (const char* name :
       {"order test", "excess PBS, exact", "soft PBS", "conditional logit, score",
        "conditional logit, likelihood ratio", "cuts: direction to slot 0", "cuts: destinations, omnibus"}) {
    const TestCalibration& row = find(got, name);
    EXPECT_GE(row.rejected[1], 0.85 * row.n) << name;
  }
  for (const IntervalCalibration& row : got.intervals) EXPECT_GE(row.covered, 0.8 * row.n) << row.name;
}

TEST(Kolmogorov, IsSmallForAnEvenGridAndLargeForAPoint) {
  std::vector<double> even, point(100, 0.5);
  for (int i = 0; i < 100; ++i) even.push_back((i + 0.5) / 100);
  EXPECT_NEAR(kolmogorov(even), 0.05, 1e-9);
  EXPECT_NEAR(kolmogorov(point), 5, 1e-9);
}

}  // namespace
}  // namespace brink::stats
