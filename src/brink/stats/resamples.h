#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "brink/base/rng.h"

namespace brink::stats {

/// Draws n of n clusters with replacement, as n calls of rng.below(n) would.
/// @param times  [n]: how often each is drawn. (A number above 255 has a probability below 1e-500.)
/// @param drawn  [n]: room to work in.
void draw_resample(SplitMix64& rng, std::span<std::uint8_t> times, std::span<std::int32_t> drawn);

/// The draws of bootstrap_mean(), kept for the next mean over as many clusters: the metrics of a study resample equal
/// numbers of items over and over, with one seed. For any number of threads.
class Resamples {
 public:
  /// @param most_bytes  kept at once; those that were of use longest ago go first.
  explicit Resamples(std::size_t most_bytes = std::size_t{32} << 20U) : most_bytes_(most_bytes) {}

  /// What n_boot times draw_resample() gives from that seed, replicate by replicate: [n_boot * n].
  /// Null where that is too much to be kept.
  std::shared_ptr<const std::vector<std::uint8_t>> of(std::size_t n, int n_boot, std::uint64_t seed);

 private:
  struct Kept {
    std::size_t n;
    int n_boot;
    std::uint64_t seed;
    std::shared_ptr<const std::vector<std::uint8_t>> times;
  };

  std::mutex mutex_;
  std::size_t most_bytes_, n_bytes_ = 0;
  std::list<Kept> kept_;  // the one last used first
};

}  // namespace brink::stats
