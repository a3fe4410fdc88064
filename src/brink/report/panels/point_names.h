#pragma once

#include "brink/base/json.h"

namespace brink {

/// Takes away the name of points whose name would stand on one that comes before it, in a chart of the usual size.
/// @param name  the member that is a point's name, "" where it has none
/// @param x  the member that stands along x
void thin_names(Json& rows, const char* name, const char* x, bool log_x);

}  // namespace brink
