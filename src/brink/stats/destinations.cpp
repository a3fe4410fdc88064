#include "brink/stats/destinations.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "brink/base/rng.h"
#include "brink/stats/lattice_sum.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSlack = 1e-9;
constexpr std::size_t kMostCounted = 6;  // variants whose deals are counted

/// a(w, v): changes of variant w by the slot at which variant v shows them, [m] each.
std::vector<std::vector<VectorXd>> slots_by_variant(const CutItem& item) {
  const std::size_t n_variants = item.orders.size();
  assert(item.destinations.size() == n_variants);
  std::vector<std::vector<VectorXd>> out(n_variants, std::vector<VectorXd>(n_variants, VectorXd::Zero(item.m)));
  for (std::size_t v = 0; v < n_variants; ++v) {
    const std::vector<int>& order = item.orders[v];
    for (std::size_t w = 0; w < n_variants; ++w) {
      for (const int content : item.destinations[w]) {
        const auto shown = static_cast<double>(std::count(order.begin(), order.end(), content));
        assert(shown > 0);
        for (std::size_t slot = 0; slot < order.size(); ++slot) {
          if (order[slot] == content) out[w][v][static_cast<Index>(slot)] += 1 / shown;
        }
      }
    }
  }
  return out;
}

/// One slot's part of an item that can vary.
struct DealtItem {
  std::vector<double> to_slot;     // [w * V + v]
  std::vector<std::size_t> place;  // [V] 0, 1, ...

  double count() const {
    double sum = 0;
    for (std::size_t w = 0; w < place.size(); ++w) sum += to_slot[w * place.size() + place[w]];
    return sum;
  }
  bool countable() const {
    return place.size() <= kMostCounted &&
           std::all_of(to_slot.begin(), to_slot.end(), [](double n) { return n == std::floor(n); });
  }
};

/// P(sum over items >= observed), every item dealt out all V! ways.
double exact_p(std::vector<DealtItem>& items, double observed) {
  std::map<std::vector<double>, std::int64_t> distributions;  // count of each deal, sorted -> items
  for (DealtItem& item : items) {
    std::vector<double> counts;
    do counts.push_back(item.count());
    while (std::next_permutation(item.place.begin(), item.place.end()));
    std::sort(counts.begin(), counts.end());
    ++distributions[counts];
  }
  std::vector<LatticeVariable> variables;
  for (const auto& [counts, n_items] : distributions) {
    LatticeVariable& variable = variables.emplace_back(LatticeVariable{{}, n_items});
    for (const double count : counts) {
      const auto value = std::llround(count);
      if (variable.distribution.empty() || variable.distribution.back().value != value)
        variable.distribution.push_back({value, 0});
      variable.distribution.back().probability += 1 / static_cast<double>(counts.size());
    }
  }
  return tail_probability(variables, std::llround(observed));
}

double drawn_p(std::vector<DealtItem>& items, double observed, int n_draws, std::uint64_t seed) {
  SplitMix64 rng(seed);
  int n_as_many = 0;
  for (int draw = 0; draw < n_draws; ++draw) {
    double to_slot = 0;
    for (DealtItem& item : items) {
      rng.shuffle(std::span<std::size_t>(item.place));
      to_slot += item.count();
    }
    n_as_many += to_slot >= observed - kSlack;
  }
  return (n_as_many + 1.0) / (n_draws + 1.0);
}

}  // namespace

SlotMoments destination_moments(const CutItem& item) {
  const auto a = slots_by_variant(item);
  const double n = static_cast<double>(a.size());
  SlotMoments out{VectorXd::Zero(item.m), VectorXd::Zero(item.m), MatrixXd::Zero(item.m, item.m)};
  if (a.empty()) return out;
  std::vector<VectorXd> by_happened(a.size(), VectorXd::Zero(item.m)), by_shown = by_happened;
  for (std::size_t w = 0; w < a.size(); ++w) {
    out.observed += a[w][w];
    for (std::size_t v = 0; v < a.size(); ++v) {
      by_happened[w] += a[w][v] / n;
      by_shown[v] += a[w][v] / n;
      out.expected += a[w][v] / n;
    }
  }
  if (a.size() < 2) return out;
  for (std::size_t w = 0; w < a.size(); ++w) {
    for (std::size_t v = 0; v < a.size(); ++v) {
      const VectorXd d = a[w][v] - by_happened[w] - by_shown[v] + out.expected / n;
      out.covariance += d * d.transpose() / (n - 1);
    }
  }
  return out;
}

Direction direction_test(std::span<const CutItem> items, int slot, int n_draws, std::uint64_t seed) {
  assert(n_draws >= 1);
  Direction out;
  double expected = 0, observed_dealt = 0;
  std::vector<DealtItem> dealt;
  for (const CutItem& item : items) {
    const SlotMoments moments = destination_moments(item);
    out.n_changes += moments.observed.sum();
    if (slot >= item.m) continue;
    out.n_to_slot += moments.observed[slot];
    expected += moments.expected[slot];
    if (moments.covariance(slot, slot) <= kSlack) continue;
    observed_dealt += moments.observed[slot];
    DealtItem& one = dealt.emplace_back();
    for (const auto& happened : slots_by_variant(item)) {
      one.place.push_back(one.place.size());
      for (const VectorXd& shown : happened) one.to_slot.push_back(shown[slot]);
    }
  }
  if (out.n_changes == 0) {
    out.share = out.null_share = out.p = Estimate::undefined("no change");
    return out;
  }
  out.share = Estimate::of(out.n_to_slot / out.n_changes);
  out.null_share = Estimate::of(expected / out.n_changes);
  if (dealt.empty()) {
    out.p = Estimate::undefined("no item can vary");
    return out;
  }
  if (std::all_of(dealt.begin(), dealt.end(), [](const DealtItem& item) { return item.countable(); })) {
    out.p = Estimate::of(exact_p(dealt, observed_dealt));
  } else {
    out.n_draws = n_draws;
    out.p = Estimate::of(drawn_p(dealt, observed_dealt, n_draws, seed));
  }
  return out;
}

}  // namespace brink::stats
