#pragma once

#include <span>

#include "brink/base/json.h"
#include "brink/metrics/metric.h"

namespace brink {

/// The questions of a report in their order, each with a sentence for every configuration that has numbers for it:
/// [{"id", "question", "nothing", "answers": [{"dataset", "configuration", "text"}]}]. `nothing` says what a study must
/// ask for where there are none.
Json answers_json(std::span<const Configuration> configurations, std::span<const Result> results);

}  // namespace brink
