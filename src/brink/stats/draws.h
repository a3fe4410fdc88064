#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "brink/base/rng.h"

namespace brink::stats {

/// The numbers that as many calls of rng.below(n) would give, several at a time where the processor can.
/// @param n  1..2^31.
void draw_below(SplitMix64& rng, std::size_t n, std::span<std::int32_t> out);

/// The places, of n values, that rng.shuffle() would exchange with n - 1, n - 2, ..., 1 in turn.
/// @param out  [n - 1], n at most 2^31.
void draw_exchanges(SplitMix64& rng, std::span<std::int32_t> out);

}  // namespace brink::stats
