#include "brink/stats/soft_pbs.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <numeric>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

constexpr std::size_t kMostCounted = 6;
constexpr int kDraws = 20'000;
constexpr double kSlack = 1e-12;

/// Slots' probabilities of what was read in variant w, shown in the order of variant v, at [(w * V + v) * m].
std::vector<double> dealt(const ReadItem& item) {
  std::vector<double> out;
  for (std::size_t w = 0; w < item.orders.size(); ++w) {
    const std::vector<double> contents = content_probabilities(item, w);
    for (const std::vector<int>& order : item.orders) {
      const std::vector<double> slots = at_slots(contents, order);
      out.insert(out.end(), slots.begin(), slots.end());
    }
  }
  return out;
}

double distance(const std::vector<double>& table, std::span<const std::size_t> place, std::size_t m) {
  double sum = 0;
  for (std::size_t slot = 0; slot < m; ++slot) {
    double q = 0;
    for (std::size_t w = 0; w < place.size(); ++w) q += table[(w * place.size() + place[w]) * m + slot];
    const double d = q / static_cast<double>(place.size()) - 1 / static_cast<double>(m);
    sum += d * d;
  }
  return std::sqrt(sum);
}

}  // namespace

SoftPbs soft_pbs(const ReadItem& item, std::uint64_t seed) {
  const std::size_t n_variants = item.orders.size(), m = static_cast<std::size_t>(item.m);
  assert(n_variants > 0);
  const std::vector<double> table = dealt(item);
  std::vector<std::size_t> place(n_variants);
  std::iota(place.begin(), place.end(), 0);
  SoftPbs out;
  out.value = distance(table, place, m);
  double n = 0, n_as_large = 0, sum = 0, squares = 0;
  const auto record = [&] {
    const double d = distance(table, place, m) - out.value;
    ++n;
    n_as_large += d >= -kSlack;
    sum += d;
    squares += d * d;
  };
  if (n_variants <= kMostCounted) {
    do record();
    while (std::next_permutation(place.begin(), place.end()));
    out.p = n_as_large / n;
  } else {
    SplitMix64 rng(seed);
    for (out.n_draws = 0; out.n_draws < kDraws; ++out.n_draws) {
      rng.shuffle(std::span<std::size_t>(place));
      record();
    }
    out.p = (n_as_large + 1) / (n + 1);
  }
  out.null_mean = out.value + sum / n;
  const double sd = std::sqrt(std::max(0.0, squares / n - sum / n * sum / n));
  out.null_sd = sd > 1e-9 ? sd : 0;
  return out;
}

SoftPbsCell soft_pbs_cell(std::span<const SoftPbs> items) {
  SoftPbsCell out;
  out.n = static_cast<int>(items.size());
  double value = 0, null_mean = 0, variance = 0;
  for (const SoftPbs& item : items) {
    value += item.value;
    null_mean += item.null_mean;
    variance += item.null_sd * item.null_sd;
    out.n_informative += item.null_sd > 0;
  }
  if (items.empty()) {
    out.mean = out.null_mean = out.excess = out.z = out.p = Estimate::undefined("no usable item");
    return out;
  }
  out.mean = Estimate::of(value / out.n);
  out.null_mean = Estimate::of(null_mean / out.n);
  out.excess = Estimate::of((value - null_mean) / out.n);
  if (variance == 0) {
    out.z = out.p = Estimate::undefined("null has no variance");
    return out;
  }
  const double z = (value - null_mean) / std::sqrt(variance);
  out.z = Estimate::of(z);
  out.p = Estimate::of(cdf(complement(boost::math::normal(), z)));
  return out;
}

}  // namespace brink::stats
