#include "brink/stats/pbs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace brink::stats {
namespace {

double defined_pbs(std::span<const int> counts, int n) {
  const double uniform = 1.0 / static_cast<double>(counts.size());
  double sum = 0;
  for (const int c : counts) sum += std::pow(c / static_cast<double>(n) - uniform, 2);
  return std::sqrt(sum);
}

/// Adds ways * PBS of every partition of `left` into parts of at most `largest`, the parts so far being in `counts`.
/// `ways` counts the sequences of m choices behind a partition, over the parts placed so far.
void add_partitions(int left, int largest, std::size_t used, double ways, std::vector<int>& counts, double& total) {
  const int m = static_cast<int>(counts.size());
  if (left == 0) {
    total += ways * std::exp(std::lgamma(m + 1.0) - std::lgamma(m - static_cast<double>(used) + 1.0)) *
             defined_pbs(counts, m);
    return;
  }
  for (int part = std::min(left, largest); part >= 1; --part) {
    double w = ways;
    std::size_t at = used;
    int rest = left;
    // `repeat` equal parts at once: which slots they are in is counted by the falling factorial above over repeat!.
    for (int repeat = 1; rest >= part; ++repeat) {
      rest -= part;
      counts[at++] = part;
      w /= std::tgamma(part + 1.0) * repeat;
      add_partitions(rest, part - 1, at, w, counts, total);
    }
    std::fill(counts.begin() + static_cast<std::ptrdiff_t>(used), counts.end(), 0);
  }
}

}  // namespace

Estimate pbs(std::span<const int> slot_counts) {
  const int n = std::accumulate(slot_counts.begin(), slot_counts.end(), 0);
  if (n == 0) return Estimate::undefined("no answer");
  return Estimate::of(defined_pbs(slot_counts, n));
}

double max_pbs(int m) { return std::sqrt((m - 1.0) / m); }

Bounds pbs_bounds(std::span<const int> slot_counts, int n_missing) {
  const int n = std::accumulate(slot_counts.begin(), slot_counts.end(), n_missing);
  assert(n > 0);
  // The sum of squares is convex: greatest with every gap at the fullest slot, least with each at the emptiest.
  std::vector<int> counts(slot_counts.begin(), slot_counts.end());
  *std::max_element(counts.begin(), counts.end()) += n_missing;
  const double high = defined_pbs(counts, n);
  counts.assign(slot_counts.begin(), slot_counts.end());
  for (int i = 0; i < n_missing; ++i) ++*std::min_element(counts.begin(), counts.end());
  return {defined_pbs(counts, n), high};
}

double uniform_guess_pbs(int m) {
  assert(m >= 2 && m <= 26);
  std::vector<int> counts(static_cast<std::size_t>(m), 0);
  double total = 0;
  add_partitions(m, m, 0, std::tgamma(m + 1.0), counts, total);
  return total / std::pow(m, m);
}

}  // namespace brink::stats
