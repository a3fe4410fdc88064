#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace brink {

/// SplitMix64 (Steele, Lea & Flood 2014): the one generator of the statistics, so that every resample can be
/// reproduced bit for bit in another language.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ULL;  // between the states of two calls of next()
  static constexpr std::uint64_t mix(std::uint64_t state) {
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t next() { return mix(state_ += kStep); }
  /// Passes over n calls of next().
  /// @return the state before them: the i-th from 1 would have given mix(state + i kStep).
  std::uint64_t skip(std::uint64_t n) { return std::exchange(state_, state_ + n * kStep); }
  /// In [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// floor(uniform() * n), in 0..n-1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * static_cast<double>(n)); }

  /// Fisher-Yates, from the end.
  template <class T>
  void shuffle(std::span<T> a) {
    for (std::size_t i = a.size(); i-- > 1;) std::swap(a[i], a[below(i + 1)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace brink
