// Do reports of whole studies hold what they say? A short form of bench/calibration.cpp: statistics.md 12 of a model
// whose law is known, from the run to the tables.
#include <gtest/gtest.h>

#include <cmath>

#include "brink/pipeline/scripted_studies.h"
#include "brink/store/temporary_directory.h"

namespace brink {
namespace {

double se(double level, int n) { return std::sqrt(level * (1 - level) / n); }

const stats::TestCalibration& find(const ScriptedReports& reports, const std::string& name) {
  for (const stats::TestCalibration& row : reports.rows.tests)
    if (row.name == name) return row;
  throw std::out_of_range(name);
}

TEST(Reports, FindNothingWhereTheOrderDoesNotMatter) {
  const testing_support::TemporaryDirectory folder;
  const ScriptedReports got = report_on({.n_studies = 5, .n_items = 100}, folder.path());
  EXPECT_EQ(got.n_unread, 0);
  EXPECT_GE(got.rows.tests.size(), 30u);
  EXPECT_GE(got.rows.intervals.size(), 30u);
  // Some 60 rows are looked at, each of two modes of five studies: 4 standard errors.
  for (const stats::TestCalibration& row : got.rows.tests) {
    if (of_difficulty(row.name)) continue;
    for (int i = 0; i < 3; ++i) {
      const double level = stats::kLevels[i] + (row.exact ? 0 : 0.02);
      EXPECT_LE(row.rejected[i], (level + 4 * se(level, row.n)) * row.n) << row.name << " at " << level;
    }
  }
  for (const stats::IntervalCalibration& row : got.rows.intervals) {
    if (of_difficulty(row.name) || row.name.ends_with(kFewItems)) continue;
    EXPECT_GE(row.covered, (0.93 - 4 * se(0.93, row.n)) * row.n) << row.name;
  }
  ASSERT_EQ(got.excess_at.size(), 5u) << "none to four of four orders right";
  for (const auto& [accuracy, excess] : got.excess_at) {
    const double mean = excess.sum / excess.n;
    const double sd = std::sqrt(std::max(0.0, excess.squares / excess.n - mean * mean));
    EXPECT_LE(std::abs(mean), 4 * sd / std::sqrt(excess.n) + 1e-12) << "at accuracy " << accuracy;
  }
}

TEST(Reports, FindAPullThatGrowsWithLength) {
  const testing_support::TemporaryDirectory folder;
  const ScriptedReports got =
      report_on({.script = "doubt:1.2:1.2", .n_studies = 1, .n_items = 200, .seed = 2}, folder.path());
  for (const char* name : {"order_test", "excess_pbs", "pull_length_test", "destination_test, cut truncate"})
    EXPECT_GE(find(got, name).rejected[1], 0.8 * find(got, name).n) << name;
}

}  // namespace
}  // namespace brink
