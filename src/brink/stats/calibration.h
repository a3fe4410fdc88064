#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "brink/stats/simulated_study.h"

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

/// Every test and interval of the study of commitment and length, on seeded studies of a model.
/// @param n_draws  of the Monte-Carlo tests and the bootstrap.
Calibration calibrate(const SimulatedModel& model, int n_studies, int n_items, int n_draws, std::uint64_t seed);

/// Kolmogorov's distance of values from uniform on [0, 1], times sqrt(n): above 1.95 once in a thousand.
double kolmogorov(std::vector<double> values);

}  // namespace brink::stats
