#pragma once

#include "brink/base/json.h"
#include "brink/metrics/metric.h"

namespace brink {

/// A result as docs/results.md describes it: every member always present, null where there is no value.
Json result_json(const Result& result);

}  // namespace brink
