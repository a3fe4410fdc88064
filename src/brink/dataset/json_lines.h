#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "brink/base/json.h"
#include "brink/dataset/collector.h"

namespace brink {

/// Calls `row` for every line that holds a JSON object; blank lines are passed over, other lines go to
/// `out` as broken. A RowError of `row` does too.
void each_json_line(std::string_view text, Collector& out, const std::function<void(const Json&, int line)>& row);

/// The first line that is not blank, when it is a JSON object: what formats are recognised by.
std::optional<Json> first_json_line(std::string_view text);

}  // namespace brink
