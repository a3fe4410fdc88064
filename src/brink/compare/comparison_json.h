#pragma once

#include <span>
#include <string>

#include "brink/base/json.h"
#include "brink/compare/compare.h"

namespace brink {

/// Version of the format, raised when a member changes its meaning.
inline constexpr int kComparisonFormat = 1;

/// {"brink_comparison": 1, "comparisons": [...], "alone": [...]}: docs/compare.md.
Json comparison_json(std::span<const Comparison> comparisons, std::span<const std::string> alone);

}  // namespace brink
