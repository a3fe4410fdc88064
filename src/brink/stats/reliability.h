#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Answers of like confidence.
struct ReliabilityBin {
  int number = 0;              // from 0, of n_bins of equal width over 0..1
  int n = 0;                   // at least 1
  double mean_confidence = 0;  // what the share of right answers would be if confidence meant what it says
  double right = 0;            // share
  Interval interval;           // 95 %, Wilson, of right
};

struct Reliability {
  std::vector<ReliabilityBin> bins;  // those that hold an answer, by confidence
  Estimate error;                    // expected calibration error; undefined: "no observation"
  Estimate null_mean, p;             // of the error among draws in which confidence is right; undefined alike
};

/// Reliability diagram and expected calibration error
///
///   ECE = sum_b n_b / n |right_b - mean_confidence_b|
///
/// ECE is not 0 for a calibrated source: null_mean is its mean over draws in which each answer is right with its own
/// confidence, p = (b + 1) / (B + 1) of the draws at least as far off.
/// @param right, confidence  parallel, of independent answers; confidence in [0, 1].  @param n_bins, n_draws  at
/// least 1. Source: Naeini, Cooper & Hauskrecht 2015; Guo et al. 2017. Null: Broecker & Smith 2007 (consistency
/// resampling).
Reliability reliability(const std::vector<bool>& right, std::span<const double> confidence, int n_bins, int n_draws,
                        std::uint64_t seed);

}  // namespace brink::stats
