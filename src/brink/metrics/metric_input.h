#pragma once

#include "brink/metrics/metric.h"

namespace brink {

using Configurations = std::map<Configuration, std::vector<const Observation*>>;

/// What metrics compute on for one of the configurations: its items, with what follows them and what they answered
/// under rotated labels and assigned lengths.
/// @param all  by_configuration(obs)
MetricInput metric_input(const Observations& obs, const Configurations& all, const Configuration& of,
                         std::uint64_t seed);

}  // namespace brink
