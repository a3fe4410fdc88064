#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "brink/base/rng.h"

namespace brink::stats {

/// The numbers that as many calls of rng.below(n) would give, several at a time where the processor can.
/// @param n  1..2^31.
void draw_below(SplitMix64& rng, std::size_t n, std::span<std::int32_t> out);

}  // namespace brink::stats
