#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Scores of test rows by one probe, or by one for each of several classes against the rest.
struct ScoredRows {
  std::vector<int> classes;                 // [n]
  std::vector<std::int64_t> items;          // [n] item of each row
  std::vector<int> positives;               // [n_probes] class that each probe scores
  std::vector<std::vector<double>> scores;  // [n_probes][n]
};

/// Mean over the probes of the AUROC of their class against the rest.
/// Undefined: "no probe"; as auroc(), of any probe.
Estimate macro_auroc(const ScoredRows& rows);

/// 95 % percentile intervals over resamples of whole items. Where every item has rows of one class alone, each class's
/// items are drawn apart, so that no resample lacks a class; else resamples without one are passed over, and more than
/// half of them leave no interval. Items are counted by their numbers, so that the order of the rows changes nothing.
/// Source: specification statistics.md 10, decisions.md 29.
std::optional<Interval> bootstrap_macro_auroc(const ScoredRows& rows, int n_boot, std::uint64_t seed);

/// Of macro_auroc(b) - macro_auroc(a), the same rows and classes on both sides, the same resamples for both.
std::optional<Interval> bootstrap_auroc_difference(const ScoredRows& a, const ScoredRows& b, int n_boot,
                                                   std::uint64_t seed);

}  // namespace brink::stats
