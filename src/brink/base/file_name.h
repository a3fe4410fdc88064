#pragma once

#include <string>
#include <string_view>

namespace brink {

/// The text as part of a file's name on any system: every byte but ASCII letters, digits, "-", "_" and "." becomes "_",
/// as does a "." at the beginning; "" becomes "_".
std::string file_safe(std::string_view text);

}  // namespace brink
