#include "brink/stats/sign_flip.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

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

}  // namespace brink::stats
