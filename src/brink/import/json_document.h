#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <string_view>

#include "brink/base/json.h"

namespace brink {

/// As Json::parse, and takes what Python writes: NaN and Infinity for null, half a surrogate pair for U+FFFD. Throws
/// Json::parse_error.
Json parse_python_json(std::string_view text);

/// Reads one large JSON document and hands over its rows one at a time, so that memory holds one of them.
///
/// @param list  name of the member of the outermost object whose elements are the rows; "" = the document is the list
/// @return      the document without its rows
/// Throws Error(kInput) naming `path` and the byte where the text is not JSON, not UTF-8 or ends too early.
Json each_element(std::istream& in, const std::filesystem::path& path, std::string_view list,
                  const std::function<void(const Json& row, int number)>& row);

}  // namespace brink
