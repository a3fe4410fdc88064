#pragma once

#include <string_view>

#include "brink/base/json.h"

namespace brink {

/// Takes away the `name` of points whose name would stand on one that comes before it, in a chart of the usual size.
/// @param x  the member that stands along x
void thin_names(Json& rows, std::string_view x, bool log_x);

}  // namespace brink
