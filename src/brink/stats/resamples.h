#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

namespace brink::stats {

/// The draws of bootstrap_mean(), kept for the next mean over as many clusters: the metrics of a study resample equal
/// numbers of items over and over, with one seed.
class Resamples {
 public:
  /// @param most_bytes  kept at once; those that were of use longest ago go first.
  explicit Resamples(std::size_t most_bytes = std::size_t{64} << 20U) : most_bytes_(most_bytes) {}

  /// What n_boot times draw_below(rng, n, [n]) give from that seed, replicate by replicate: [n_boot * n].
  /// Empty where they are too many to be kept, or n has more than 16 bits.
  std::span<const std::uint16_t> of(std::size_t n, int n_boot, std::uint64_t seed);

 private:
  struct Kept {
    std::size_t n;
    int n_boot;
    std::uint64_t seed;
    std::vector<std::uint16_t> drawn;
  };

  std::size_t most_bytes_, n_bytes_ = 0;
  std::list<Kept> kept_;  // the one last used first
};

}  // namespace brink::stats
