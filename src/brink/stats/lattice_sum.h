#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace brink::stats {

struct Mass {
  std::int64_t value;
  double probability;
};

/// `count` independent copies of one integer variable.
struct LatticeVariable {
  std::vector<Mass> distribution;  // probabilities add to 1
  std::int64_t count = 1;
};

/// P(sum of all the variables >= at_least), the variables being independent integers.
///
/// The convolution is read off its characteristic function, exactly up to rounding: the sum lives on L points, so its
/// discrete Fourier transform at L frequencies is the product of the variables' own, and a tail is a geometric series
/// in each frequency; no array of L points is ever built, and frequencies where the product vanishes cost next to
/// nothing. Before that the distribution is tilted so that its mean is at_least (exponential change of measure), which
/// makes small tails right relative to themselves instead of to 1.
///
/// O(L) with L the width of the support in steps of the common divisor. 1e5 copies of a 5-point variable: < .1 s.
double tail_probability(std::span<const LatticeVariable> variables, std::int64_t at_least);

}  // namespace brink::stats
