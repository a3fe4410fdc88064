#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "brink/metrics/metric.h"

namespace brink {

/// The mode that others of the same model and data set are held against, of these: the one that is held against none.
const Configuration* reference_of(std::span<const Configuration> configurations, std::span<const Result> results,
                                  const Configuration& c);

/// Further keys of the probe of states that reports lead with: for right answers, all layers at the end of the prompt.
const std::map<std::string, std::string>& leading_probe();

/// The result of a metric of that probe, whatever further keys it has (`baseline`, `folds`); nullptr where there is
/// none.
const Result* of_leading_probe(std::span<const Result> results, const Configuration& c, std::string_view metric);

/// What that probe adds to the best of its baselines (key `baseline`); nullptr where there is no probe.
const Result* added_value(std::span<const Result> results, const Configuration& c);

/// The baseline that added_value() is held against; nullptr where none is known.
const Result* best_baseline(std::span<const Result> results, const Configuration& c);

}  // namespace brink
