#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/observations.h"

namespace brink {

/// One number of a table, long form, so that export is one loop. Foundation 8.
struct Result {
  std::string metric;                        // "pbs", "excess_pbs", "accuracy", ...
  std::map<std::string, std::string> group;  // model, dataset, mode, [item], [slot], [subject], ...
  std::optional<double> value, low, high;    // 95 % interval
  std::optional<double> null;                // value expected under the null
  std::optional<double> p;
  std::string p_kind;                   // "exact", "chi2", "monte_carlo", ...
  int n = 0;                            // observations behind the value
  int n_clusters = 0;                   // items behind it
  std::map<std::string, int> left_out;  // status or reason -> count
  std::string unit;
  std::string reason;  // why value (or p) is absent
};

/// The rows of one configuration, by item: what a metric computes on.
struct ItemRows {
  const Item* item;
  std::vector<const Observation*> variants;  // in variant order; recorded ones only
};

struct MetricInput {
  Configuration configuration;
  std::vector<ItemRows> items;  // sorted by item id
  std::uint64_t seed = 0;       // of every resampling
  int n_bootstrap = 2000;
};

/// One row of the table in metrics.cpp.
struct Metric {
  std::string_view name;
  std::string_view summary;  // one sentence
  std::string_view unit;     // "" for a pure number
  std::string_view source;   // paper, equation
  std::string_view needs;    // "readings", "permutations", "log-probabilities"
  std::vector<Result> (*compute)(const MetricInput&);
};

std::span<const Metric* const> metrics();

/// Every metric on every configuration, and on every subject or other tag when `group_by` names one.
std::vector<Result> compute_metrics(const Observations& obs, std::uint64_t seed, std::string_view group_by = {});

}  // namespace brink
