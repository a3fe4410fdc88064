#include "brink/stats/pbs_cell.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "brink/stats/binomial.h"
#include "brink/stats/lattice_sum.h"

namespace brink::stats {
namespace {

constexpr int kMostExactItems = 60;
constexpr std::size_t kMostStates = 400'000;
constexpr double kPbsSlack = 1e-9;  // sums of square roots that are equal on paper
constexpr double kDecimals = 1e10;  // exact sums are kept to 10 decimals
constexpr double kSumSlack = 1e-7;

/// How many items have each null, in the order in which the nulls first appear.
std::vector<std::pair<const PbsNull*, int>> by_null(std::span<const ItemPbs> items) {
  std::map<const PbsNull*, std::size_t> index;
  std::vector<std::pair<const PbsNull*, int>> groups;
  for (const ItemPbs& item : items) {
    const auto [at, added] = index.try_emplace(item.null, groups.size());
    if (added) groups.emplace_back(item.null, 0);
    ++groups[at->second].second;
  }
  return groups;
}

double sum_of_squares_tail(std::span<const ItemPbs> items) {
  const auto groups = by_null(items);
  std::int64_t unit = 1;
  for (const auto& [null, count] : groups) unit = std::lcm(unit, null->unit);
  const auto scaled = [&](std::int64_t sum_squares, const PbsNull& null) {
    return sum_squares * (unit / null.unit) * (unit / null.unit);
  };
  std::vector<LatticeVariable> variables;
  for (const auto& [null, count] : groups) {
    LatticeVariable& variable = variables.emplace_back(LatticeVariable{{}, count});
    for (const SupportPoint& s : null->support) {
      variable.distribution.push_back({scaled(s.sum_squares, *null), s.probability});
    }
  }
  std::int64_t observed = 0;
  for (const ItemPbs& item : items) observed += scaled(item.sum_squares, *item.null);
  return tail_probability(variables, observed);
}

/// The distribution of a sum of independent values with 10 decimals, sorted; empty when it grows beyond kMostStates.
std::vector<Mass> distribution_of_sum(std::span<const ItemPbs> items) {
  std::vector<Mass> sum{{0, 1.0}};
  for (const ItemPbs& item : items) {
    std::vector<Mass> next;
    for (const SupportPoint& s : item.null->support) {
      const std::int64_t step = std::llround(s.pbs * kDecimals);
      std::vector<Mass> merged;
      merged.reserve(next.size() + sum.size());
      auto at = next.begin();
      for (const Mass& m : sum) {
        const Mass moved{m.value + step, m.probability * s.probability};
        while (at != next.end() && at->value < moved.value) merged.push_back(*at++);
        if (at != next.end() && at->value == moved.value) {
          merged.push_back({moved.value, moved.probability + at++->probability});
        } else {
          merged.push_back(moved);
        }
      }
      merged.insert(merged.end(), at, next.end());
      next = std::move(merged);
    }
    sum = std::move(next);
    if (sum.size() > kMostStates) return {};
  }
  return sum;
}

double grid_tail(std::span<const ItemPbs> items, double observed, double step, bool up) {
  std::vector<LatticeVariable> variables;
  for (const auto& [null, count] : by_null(items)) {
    LatticeVariable& variable = variables.emplace_back(LatticeVariable{{}, count});
    for (const SupportPoint& s : null->support) {
      // A value that is a grid point on paper stays one.
      const double at = up ? std::ceil(s.pbs / step - kPbsSlack) : std::floor(s.pbs / step + kPbsSlack);
      variable.distribution.push_back({static_cast<std::int64_t>(at), s.probability});
    }
  }
  const double least = observed - kPbsSlack;
  auto at_least = static_cast<std::int64_t>(std::floor(least / step)) - 1;
  while (static_cast<double>(at_least) * step < least) ++at_least;
  return tail_probability(variables, at_least);
}

}  // namespace

CellPbs cell_pbs(std::span<const ItemPbs> items) {
  CellPbs out;
  out.n = static_cast<int>(items.size());
  if (items.empty()) {
    const Estimate none = Estimate::undefined("no usable item");
    out.mean_pbs = out.mean_null = out.excess = out.sd_mean = out.z = out.p_normal = out.p = none;
    return out;
  }
  double observed = 0, expected = 0, variance = 0;
  bool all_pairs = true;
  for (const ItemPbs& item : items) {
    observed += item.pbs;
    expected += item.null->mean;
    variance += item.null->sd * item.null->sd;
    out.n_informative += item.informative();
    out.exact = out.exact && item.null->n_draws == 0;
    all_pairs = all_pairs && item.m == 2;
  }
  const double n = out.n;
  out.mean_pbs = Estimate::of(observed / n);
  out.mean_null = Estimate::of(expected / n);
  out.excess = all_pairs ? Estimate::undefined("constant for m = 2") : Estimate::of((observed - expected) / n);
  out.sd_mean = Estimate::of(std::sqrt(variance) / n);
  if (variance > 0) {
    const double z = (observed - expected) / std::sqrt(variance);
    out.z = Estimate::of(z);
    out.p_normal = Estimate::of(cdf(complement(boost::math::normal(), z)));
  } else {
    out.z = out.p_normal = Estimate::undefined("null has no variance");
  }
  out.p = Estimate::of(sum_of_squares_tail(items));
  return out;
}

PbsSumTail pbs_sum_tail(std::span<const ItemPbs> items) {
  // Constant items add the same to both sides.
  std::vector<ItemPbs> informative;
  std::copy_if(items.begin(), items.end(), std::back_inserter(informative),
               [](const ItemPbs& item) { return item.informative(); });
  PbsSumTail out;
  if (informative.size() <= kMostExactItems) {
    const std::vector<Mass> sum = distribution_of_sum(informative);
    if (!sum.empty()) {
      double observed = 0, tail = 0;
      for (const ItemPbs& item : informative) observed += item.pbs;
      for (const Mass& m : sum) {
        if (static_cast<double>(m.value) >= (observed - kSumSlack) * kDecimals) tail += m.probability;
      }
      out.exact = std::min(1.0, tail);
      return out;
    }
  }
  double observed = 0;
  for (const ItemPbs& item : items) observed += item.pbs;
  const double step = std::max(2e-5, static_cast<double>(items.size()) * 0.87 / (1 << 23));
  const auto [low, high] =
      std::minmax({grid_tail(items, observed, step, false), grid_tail(items, observed, step, true)});
  out.bounds = Bounds{low, high};
  return out;
}

SameSlotTest same_slot_test(std::span<const ItemPbs> items) {
  SameSlotTest out;
  for (const ItemPbs& item : items) {
    if (item.m != 2 || item.n_variants != 2 || item.sum_squares != 4 * item.null->unit * item.null->unit) continue;
    ++out.n;
    out.n_first += item.counts[0] > 0;
  }
  out.p = out.n > 0 ? Estimate::of(binomial_two_sided(out.n_first, out.n, 0.5))
                    : Estimate::undefined("no item was picked at the same slot twice");
  return out;
}

}  // namespace brink::stats
