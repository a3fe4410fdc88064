#pragma once

#include <span>
#include <string>

#include "brink/compare/compare.h"

namespace brink::cli {

/// A comparison as `brink diff` and `brink compare` print it: how much was equal, a table of differences, where texts
/// part.
std::string view_comparison(const Comparison& comparison, int width);

/// Many comparisons as `brink compare` prints them: a row each, PBS with its signed ranks, and the ratio of lengths.
std::string view_pairs(std::span<const Comparison> comparisons, int width);

/// A repeat as `brink null` prints it: how many answers and texts changed, and where they part.
std::string view_repeat(const Comparison& comparison, int width);

}  // namespace brink::cli
