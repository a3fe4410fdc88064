#pragma once

#include <string_view>

namespace brink {

/// Tag of an item of imported states: what its rows hang together with rows of other items by.
inline constexpr std::string_view kStateGroup = "group";

}  // namespace brink
