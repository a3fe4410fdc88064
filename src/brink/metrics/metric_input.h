#pragma once

#include <map>
#include <utility>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// The rows of a study.
struct StudyRows {
  using Rows = std::vector<const Observation*>;
  std::map<Configuration, Rows> configurations;  // by_configuration()
  /// What follows each record of an untreated configuration, by record and variant; by tokens kept.
  std::map<Configuration, std::map<std::pair<Sha256, int>, Rows>> follow_ups;
};
StudyRows study_rows(const Observations& obs);

/// What metrics compute on for one of the configurations: its items, with what follows them and what they answered
/// under rotated labels and assigned lengths.
MetricInput metric_input(const StudyRows& all, const Configuration& of, std::uint64_t seed);

}  // namespace brink
