#include "brink/stats/draws.h"

#include "brink/stats/wide.h"

namespace brink::stats {
namespace {

// The generator's states are an arithmetic series, so that the numbers do not depend on one another: a loop that
// compilers turn into vector instructions where there are some for 64-bit products.
// The i-th is below n, less i where `shrinking`.
template <bool kShrinking>
[[gnu::always_inline]] inline void fill(std::uint64_t state, double n, std::span<std::int32_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t bits = SplitMix64::mix(state + (i + 1) * SplitMix64::kStep) >> 11;
    const double most = kShrinking ? n - static_cast<double>(static_cast<std::int64_t>(i)) : n;
    out[i] = static_cast<std::int32_t>(static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1.0p-53 * most);
  }
}

template <bool kShrinking>
void fill_plain(std::uint64_t state, double n, std::span<std::int32_t> out) {
  fill<kShrinking>(state, n, out);
}

template <bool kShrinking>
BRINK_WIDE void fill_wide(std::uint64_t state, double n, std::span<std::int32_t> out) {
  fill<kShrinking>(state, n, out);
}

template <bool kShrinking>
void draw(SplitMix64& rng, std::size_t n, std::span<std::int32_t> out) {
  (is_wide() ? fill_wide<kShrinking> : fill_plain<kShrinking>)(rng.skip(out.size()), static_cast<double>(n), out);
}

}  // namespace

void draw_below(SplitMix64& rng, std::size_t n, std::span<std::int32_t> out) { draw<false>(rng, n, out); }

void draw_exchanges(SplitMix64& rng, std::span<std::int32_t> out) { draw<true>(rng, out.size() + 1, out); }

}  // namespace brink::stats
