#pragma once

#include <nlohmann/json_fwd.hpp>

namespace brink {

/// JSON with members in the order they were written: what people read and diff.
/// Headers name the type only; sources that touch it include <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

}  // namespace brink
