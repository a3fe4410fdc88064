#pragma once

#include <cmath>

#include "brink/base/estimate.h"

namespace brink::stats {

/// A value that can overflow, or be computed from values that are not finite: then "not finite".
inline Estimate finite(double v) { return std::isfinite(v) ? Estimate::of(v) : Estimate::undefined("not finite"); }

}  // namespace brink::stats
