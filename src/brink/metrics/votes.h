#pragma once

#include <optional>

#include "brink/metrics/curves.h"

namespace brink {

/// The answers to the shifts of the file's order, and to those of the reversed one, each from shift 0.
struct BothDirections {
  ItemCurves forth, back;
};
/// Nothing where a shift has no curve or was not read, and for two options, whose directions are the same shifts.
std::optional<BothDirections> both_directions(const ItemCurves& item);

/// The content that most answers have, by the order of the curves; all must have been read.
int majority_of(const ItemCurves& item);
/// The content of the greatest mean probability at the end.
int average_of(const ItemCurves& item);

}  // namespace brink
