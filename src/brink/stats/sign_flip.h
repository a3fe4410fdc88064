#pragma once

#include <cstdint>
#include <span>

namespace brink::stats {

/// Paired comparison of two conditions by sign flips of the items' differences.
struct SignFlip {
  int n = 0, n_nonzero = 0;
  double p_greater = 1;    // P(sum >= observed)
  double p_less = 1;       // P(sum <= observed)
  double p_two_sided = 1;  // P(|sum| >= |observed|)
};

/// Null: each item's difference has either sign with probability 1/2, independently. The item is the cluster: its
/// variants enter as one difference, such as right answers in condition X less right answers in condition Y.
///
/// Exact for any number of items by convolution of the integers; O(sum of |differences|).
/// @param differences  one per item, integers: with unequal numbers of variants, rates times their common multiple.
/// Source: specification statistics.md 11.
SignFlip sign_flip_test(std::span<const std::int64_t> differences);

/// The same for differences that are not whole, by seeded draws: p = (b + 1) / (n_draws + 1).
/// @param differences  finite.  @param n_draws  at least 1.
SignFlip sign_flip_draws(std::span<const double> differences, int n_draws, std::uint64_t seed);

}  // namespace brink::stats
