#include "brink/stats/resamples.h"

#include <algorithm>
#include <limits>

#include "brink/stats/draws.h"

namespace brink::stats {

std::span<const std::uint16_t> Resamples::of(std::size_t n, int n_boot, std::uint64_t seed) {
  const auto known =
      std::ranges::find_if(kept_, [&](const Kept& k) { return k.n == n && k.n_boot == n_boot && k.seed == seed; });
  if (known != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, known);
    return kept_.front().drawn;
  }
  const std::size_t size = n * static_cast<std::size_t>(n_boot), bytes = size * sizeof(std::uint16_t);
  if (bytes > most_bytes_ || n > std::numeric_limits<std::uint16_t>::max()) return {};
  for (; n_bytes_ + bytes > most_bytes_; kept_.pop_back())
    n_bytes_ -= kept_.back().drawn.size() * sizeof(std::uint16_t);
  n_bytes_ += bytes;
  std::vector<std::uint16_t>& out = kept_.emplace_front(Kept{n, n_boot, seed, {}}).drawn;
  out.reserve(size);
  SplitMix64 rng(seed);
  std::vector<std::int32_t> drawn(n);
  for (int b = 0; b < n_boot; ++b) {
    draw_below(rng, n, drawn);
    out.insert(out.end(), drawn.begin(), drawn.end());
  }
  return out;
}

}  // namespace brink::stats
