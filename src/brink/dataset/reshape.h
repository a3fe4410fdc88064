#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "brink/dataset/item.h"

namespace brink {

/// The other form of a data set's items, with the same question: how much of an accuracy is the form?

/// Items with options become questions for a number, that of their right option ("32400", "$18", "25 %", "100 m").
/// Those whose right option is no such number are left out, with a line of dirt each.
void as_open(Dataset& dataset);

/// Questions for a number get n options: the number and n - 1 others near it in value or in the slip that gives them
/// (twice, half, ten times, a tenth, a few more or less, a tenth more or less), in an order drawn with them. A function
/// of (seed, item content). Those that ask for something else, or for a fraction, are left out, with a line of dirt
/// each.
/// @param n  2..10
void as_choice(Dataset& dataset, int n, std::uint64_t seed);

}  // namespace brink
