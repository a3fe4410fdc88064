#pragma once

#include <functional>
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

/// Visits the results of single items: first those that may have a p, then all. See each_item_result().
using ItemResults = std::function<void(bool with_p, const std::function<void(const Result&)>& visit)>;

/// The same, indented by two, with those of single items behind the others, which are never kept, and a member more
/// where `audits` is not empty.
void write_json_report(std::ostream& out, std::span<const Result> results, const ItemResults& items,
                       const std::function<Json()>& audits);

}  // namespace brink
