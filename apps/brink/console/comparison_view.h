#pragma once

#include <string>

#include "brink/compare/compare.h"

namespace brink::cli {

/// A comparison as `brink diff` prints it: how much was equal, a table of differences, where texts part.
std::string view_comparison(const Comparison& comparison, int width);

/// A repeat as `brink null` prints it: how many answers and texts changed, and where they part.
std::string view_repeat(const Comparison& comparison, int width);

}  // namespace brink::cli
