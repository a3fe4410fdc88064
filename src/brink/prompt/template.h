#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// The `{name}` places of a template, in order, each as often as it stands there. A name is lower-case letters and
/// underscores: other braces, as in JSON, are plain text.
std::vector<std::string> placeholders(std::string_view text);

/// The template with each `{name}` in `values` replaced, once: braces inside a value stay as they are. Names without
/// a value stay too.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

}  // namespace brink
