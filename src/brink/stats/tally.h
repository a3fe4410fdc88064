#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Test support: how tests and intervals behave over many studies whose truth is known.
namespace brink::stats {

/// How a test behaves over many simulated studies.
struct TestCalibration {
  std::string name;
  bool exact = false;           // or on the safe side: its size must not exceed the level
  int n = 0;                    // studies in which it had a p
  int rejected[3] = {};         // at .01, .05, .1
  std::vector<double> uniform;  // p-values that are uniform where the null holds, randomised where the test is discrete
};

/// How often a 95 % interval holds the truth.
struct IntervalCalibration {
  std::string name;
  int n = 0, covered = 0;
};

struct Calibration {
  std::vector<TestCalibration> tests;
  std::vector<IntervalCalibration> intervals;
};

inline constexpr double kLevels[3] = {0.01, 0.05, 0.1};

/// Collects rows by name, in the order in which they first appear.
class Tally {
 public:
  enum Kind { kExact, kAsymptotic };

  /// @param randomized  a p-value that is uniform where the null holds, of a discrete test.
  void test(const std::string& name, Kind kind, const std::optional<double>& p, std::optional<double> randomized = {});
  void interval(const std::string& name, double low, double high, double truth);
  Calibration out;
};

/// Kolmogorov's distance of values from uniform on [0, 1], times sqrt(n): above 1.95 once in a thousand.
double kolmogorov(std::vector<double> values);

}  // namespace brink::stats
