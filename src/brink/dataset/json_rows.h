#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "brink/base/json.h"
#include "brink/dataset/collector.h"

namespace brink {

/// Takes a row and the line it begins on; may throw RowError.
using TakeRow = std::function<void(const Json& row, int line)>;

/// Calls `take` for every JSON object of JSON lines (blank lines are passed over) or of one JSON list. An object
/// {"rows": [{"row": {...}}, ...]}, a page of the Hugging Face datasets server, is taken apart. What is no such row
/// goes to `out` as broken, as does one that `take` throws RowError for.
void each_json_row(std::string_view text, Collector& out, const TakeRow& take);

/// The first row that is a JSON object, if one is near the start: what formats are recognised by.
std::optional<Json> first_json_row(std::string_view text);

/// Whether a text is JSON lines or a JSON list, from its first character.
bool is_json(std::string_view text);

}  // namespace brink
