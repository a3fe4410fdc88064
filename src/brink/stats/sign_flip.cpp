#include "brink/stats/sign_flip.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "brink/base/rng.h"
#include "brink/stats/lattice_sum.h"

namespace brink::stats {

SignFlip sign_flip_test(std::span<const std::int64_t> differences) {
  SignFlip out;
  out.n = static_cast<int>(differences.size());
  std::map<std::int64_t, std::int64_t> sizes;  // |difference| -> items
  std::int64_t sum = 0;
  for (const std::int64_t d : differences) {
    if (d == 0) continue;
    ++out.n_nonzero;
    ++sizes[std::abs(d)];
    sum += d;
  }
  std::vector<LatticeVariable> flips;
  for (const auto& [size, count] : sizes) flips.push_back({{{-size, 0.5}, {size, 0.5}}, count});
  out.p_greater = tail_probability(flips, sum);
  out.p_less = tail_probability(flips, -sum);  // symmetric
  if (sum != 0) out.p_two_sided = std::min(1.0, 2 * tail_probability(flips, std::abs(sum)));
  return out;
}

SignFlip sign_flip_draws(std::span<const double> differences, int n_draws, std::uint64_t seed) {
  SignFlip out;
  out.n = static_cast<int>(differences.size());
  std::vector<double> twice;
  double sum = 0, size = 0;
  for (const double d : differences) {
    if (d == 0) continue;
    twice.push_back(2 * d);
    sum += d;
    size += std::abs(d);
  }
  out.n_nonzero = static_cast<int>(twice.size());
  const double slack = 1e-12 * size;
  SplitMix64 rng(seed);
  int n_greater = 0, n_less = 0, n_two_sided = 0;
  for (int draw = 0; draw < n_draws; ++draw) {
    double flipped = sum;
    std::uint64_t signs = 0;
    for (std::size_t i = 0; i < twice.size(); ++i, signs >>= 1) {
      if (i % 64 == 0) signs = rng.next();
      flipped -= static_cast<double>(signs & 1) * twice[i];
    }
    n_greater += flipped >= sum - slack;
    n_less += flipped <= sum + slack;
    n_two_sided += std::abs(flipped) >= std::abs(sum) - slack;
  }
  const auto p = [&](int n) { return (n + 1.0) / (n_draws + 1.0); };
  out.p_greater = p(n_greater);
  out.p_less = p(n_less);
  out.p_two_sided = p(n_two_sided);
  return out;
}

}  // namespace brink::stats
