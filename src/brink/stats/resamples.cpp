#include "brink/stats/resamples.h"

#include <algorithm>

#include "brink/stats/draws.h"

namespace brink::stats {

void draw_resample(SplitMix64& rng, std::span<std::uint8_t> times, std::span<std::int32_t> drawn) {
  draw_below(rng, times.size(), drawn);
  std::ranges::fill(times, std::uint8_t{0});
  for (const std::int32_t i : drawn) ++times[static_cast<std::size_t>(i)];
}

std::shared_ptr<const std::vector<std::uint8_t>> Resamples::of(std::size_t n, int n_boot, std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  const auto known =
      std::ranges::find_if(kept_, [&](const Kept& k) { return k.n == n && k.n_boot == n_boot && k.seed == seed; });
  if (known != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, known);
    return kept_.front().times;
  }
  const std::size_t size = n * static_cast<std::size_t>(n_boot);
  if (size > most_bytes_) return {};
  for (; n_bytes_ + size > most_bytes_; kept_.pop_back()) n_bytes_ -= kept_.back().times->size();
  n_bytes_ += size;
  const auto out = std::make_shared<std::vector<std::uint8_t>>(size);
  SplitMix64 rng(seed);
  std::vector<std::int32_t> drawn(n);
  for (std::size_t at = 0; at < size; at += n) draw_resample(rng, std::span(*out).subspan(at, n), drawn);
  kept_.push_front({n, n_boot, seed, out});
  return out;
}

}  // namespace brink::stats
