#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace brink {

/// JSON with members in the order they were written: what people read and diff.
/// Headers name the type only; sources that touch it include <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

/// As Json::parse, for text from outside. Throws Json::parse_error also for values nested deeper than 512: they are
/// copied and freed by recursion.
Json parse_json(std::string_view text);
/// The text with every integer beyond 64 bits in quotation marks; nothing where it has none. In a row such a number is
/// a name, and as a float it would be another.
std::optional<std::string> with_long_integers_quoted(std::string_view text);
/// The byte where brackets are nested deeper than parse_json() takes, if anywhere.
std::optional<std::size_t> too_deep(std::string_view text);

}  // namespace brink
