#pragma once

#include <iosfwd>
#include <span>

#include "brink/base/json.h"
#include "brink/metrics/metric.h"

namespace brink {

/// Version of the format of json_report, raised when a member changes its meaning.
inline constexpr int kReportFormat = 1;

/// All results as one JSON object: {"brink_report": 1, "results": [...]}. Beside each p are those adjusted over its
/// family: the p-values of the same metric, in all configurations, for the same set of items. Documented in
/// docs/results.md.
Json json_report(std::span<const Result> results);

/// The same, indented by two, with a member more where `audits` is not empty: written row by row, since results of
/// single items are as many as there are items.
void write_json_report(std::ostream& out, std::span<const Result> results, const Json& audits);

}  // namespace brink
