#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Probability that a positive scores above a negative, equal scores counting half.
struct Auroc {
  Estimate value;  // in [0, 1]; undefined: "one class", "nan score"
  std::int64_t n_positive = 0, n_negative = 0;
  std::int64_t n_tied_pairs = 0;  // a positive and a negative with one score
  Estimate hanley_mcneil_se;      // of the value, as if scores were exponential: for comparison
};

/// Mann-Whitney by midranks. Infinite scores are ranks as any other. O(n log n).
/// @param labels, scores  parallel.
/// Source: Hanley & McNeil 1982; specification decisions.md 29. Oracle: golden `auroc` (scikit-learn).
Auroc auroc(const std::vector<bool>& labels, std::span<const double> scores);

/// Share of the other class that a row beats, psi = 1, 1/2 for equal, 0: positives beat negatives that score lower,
/// negatives positives that score higher. Their means over either class are the AUROC.
/// @param scores  no NaN, both classes.
std::vector<double> placements(const std::vector<bool>& labels, std::span<const double> scores);

/// An AUROC with the standard error of rows that hang together by cluster.
struct AurocError {
  Estimate se;                       // undefined: as the AUROC; "fewer than 2 per class"; "degenerate" (no variance)
  std::optional<Interval> interval;  // normal, within [0, 1]; absent as se
};

/// With X_i, Y_i the sums of placements of cluster i's m_i positives and n_i negatives, m, n the totals, A the AUROC:
///
///   var = I+/(I+ - 1) sum (X_i - m_i A)^2 / m^2 + I-/(I- - 1) sum (Y_i - n_i A)^2 / n^2
///       + 2 I/(I - 1) sum (X_i - m_i A)(Y_i - n_i A) / (m n)
///
/// I+, I-, I the clusters with positives, with negatives, and all. Where every row is its own cluster this is DeLong's.
/// @param clusters  parallel to labels, any integers; "fewer than 2 per class" counts clusters.
/// Source: Obuchowski 1997; DeLong, DeLong & Clarke-Pearson 1988; specification statistics.md 10.
AurocError clustered_auroc(const std::vector<bool>& labels, std::span<const double> scores,
                           std::span<const std::int64_t> clusters, double level = 0.95);
AurocError delong(const std::vector<bool>& labels, std::span<const double> scores, double level = 0.95);

/// Percentile bootstrap of an AUROC over rows.
struct AurocBootstrap {
  Estimate value;
  int n_boot = 0, n_undefined = 0;     // replicates; those with one class
  std::optional<Interval> skip;        // of the defined replicates, if they are at least half
  std::optional<Interval> strict;      // only if every replicate is defined
  std::optional<Interval> stratified;  // positives and negatives drawn apart: never undefined
};

/// skip and strict: SplitMix64(seed), per replicate n draws; stratified: SplitMix64(seed + 1), per replicate first the
/// positives, then the negatives. Type-7 percentiles.
/// @return intervals absent when the value is undefined. O(n n_boot) after one sort.
/// Source: specification decisions.md 29. Oracle: golden `auroc_bootstrap`, draw for draw.
AurocBootstrap bootstrap_auroc(const std::vector<bool>& labels, std::span<const double> scores, int n_boot,
                               std::uint64_t seed, double level = 0.95);

/// The same with the resamples given, row numbers each; no stratified interval.
AurocBootstrap bootstrap_auroc(const std::vector<bool>& labels, std::span<const double> scores,
                               std::span<const std::vector<std::size_t>> resamples, double level = 0.95);

}  // namespace brink::stats
