#include "brink/stats/scored_rows.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"
#include "brink/stats/quantile.h"

namespace brink::stats {
namespace {

/// AUROC of rows that count several times each, ranked once.
class WeightedAuroc {
 public:
  WeightedAuroc(std::vector<bool> labels, const std::vector<double>& scores)
      : labels_(std::move(labels)), order_(scores.size()), ends_tie_(scores.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
    for (std::size_t i = 0; i < order_.size(); ++i)
      ends_tie_[i] = i + 1 == order_.size() || scores[order_[i]] < scores[order_[i + 1]];
  }

  /// Nothing when the rows that count are of one class.
  std::optional<double> of(std::span<const int> counts) const {
    double twice_beaten = 0, below = 0, positives = 0, tied_negative = 0, tied_positive = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      (labels_[order_[i]] ? tied_positive : tied_negative) += counts[order_[i]];
      if (!ends_tie_[i]) continue;
      twice_beaten += tied_positive * (2 * below + tied_negative);
      below += tied_negative;
      positives += tied_positive;
      tied_positive = tied_negative = 0;
    }
    if (!(below > 0 && positives > 0)) return std::nullopt;
    return twice_beaten / (2 * below * positives);
  }

 private:
  std::vector<bool> labels_;
  std::vector<std::size_t> order_;
  std::vector<bool> ends_tie_;
};

std::vector<bool> against_rest(const std::vector<int>& classes, int positive) {
  std::vector<bool> out;
  for (const int c : classes) out.push_back(c == positive);
  return out;
}

class MacroAuroc {
 public:
  explicit MacroAuroc(const ScoredRows& rows) {
    for (std::size_t p = 0; p < rows.positives.size(); ++p)
      probes_.emplace_back(against_rest(rows.classes, rows.positives[p]), rows.scores[p]);
  }

  std::optional<double> of(std::span<const int> counts) const {
    double sum = 0;
    for (const WeightedAuroc& probe : probes_) {
      const auto one = probe.of(counts);
      if (!one) return std::nullopt;
      sum += *one;
    }
    return sum / static_cast<double>(probes_.size());
  }

 private:
  std::vector<WeightedAuroc> probes_;
};

/// Draws items, each stratum for itself: how often each row counts.
class ItemDraws {
 public:
  explicit ItemDraws(const ScoredRows& rows) : counts_(rows.classes.size()) {
    std::map<std::int64_t, std::vector<std::size_t>> items;
    for (std::size_t i = 0; i < rows.items.size(); ++i) items[rows.items[i]].push_back(i);
    const bool pure = std::all_of(items.begin(), items.end(), [&](const auto& item) {
      return std::all_of(item.second.begin(), item.second.end(),
                         [&](std::size_t i) { return rows.classes[i] == rows.classes[item.second.front()]; });
    });
    std::map<int, std::vector<std::vector<std::size_t>>> strata;
    for (auto& [item, own] : items) strata[pure ? rows.classes[own.front()] : 0].push_back(std::move(own));
    for (auto& [stratum, own] : strata) strata_.push_back(std::move(own));
  }

  std::span<const int> next(SplitMix64& rng) {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (const auto& items : strata_)
      for (std::size_t i = 0; i < items.size(); ++i)
        for (const std::size_t row : items[rng.below(items.size())]) ++counts_[row];
    return counts_;
  }

 private:
  std::vector<std::vector<std::vector<std::size_t>>> strata_;  // items -> rows
  std::vector<int> counts_;
};

std::optional<Interval> interval_of(std::vector<double> values, int n_boot) {
  if (values.empty() || 2 * std::ssize(values) < n_boot) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{quantile_sorted(values, 0.025), quantile_sorted(values, 0.975)};
}

/// Resamples of so few say nothing: of one they are all the same.
bool few_items(const ScoredRows& rows) {
  constexpr std::size_t kFewest = 5;
  return std::set(rows.items.begin(), rows.items.end()).size() < kFewest;
}

}  // namespace

Estimate macro_auroc(const ScoredRows& rows) {
  if (rows.positives.empty()) return Estimate::undefined("no probe");
  double sum = 0;
  for (std::size_t p = 0; p < rows.positives.size(); ++p) {
    const Estimate one = auroc(against_rest(rows.classes, rows.positives[p]), rows.scores[p]).value;
    if (!one.value) return one;
    sum += *one.value;
  }
  return Estimate::of(sum / static_cast<double>(rows.positives.size()));
}

std::optional<Interval> bootstrap_macro_auroc(const ScoredRows& rows, int n_boot, std::uint64_t seed) {
  if (!macro_auroc(rows).value || few_items(rows)) return std::nullopt;
  const MacroAuroc macro(rows);
  ItemDraws draws(rows);
  SplitMix64 rng(seed);
  std::vector<double> values;
  for (int b = 0; b < n_boot; ++b)
    if (const auto value = macro.of(draws.next(rng))) values.push_back(*value);
  return interval_of(std::move(values), n_boot);
}

std::optional<Interval> bootstrap_auroc_difference(const ScoredRows& a, const ScoredRows& b, int n_boot,
                                                   std::uint64_t seed) {
  assert(a.classes == b.classes && a.items == b.items);
  if (!macro_auroc(a).value || !macro_auroc(b).value || few_items(a)) return std::nullopt;
  const MacroAuroc of_a(a), of_b(b);
  ItemDraws draws(a);
  SplitMix64 rng(seed);
  std::vector<double> values;
  for (int i = 0; i < n_boot; ++i) {
    const std::span<const int> counts = draws.next(rng);
    const auto first = of_a.of(counts), second = of_b.of(counts);
    if (first && second) values.push_back(*second - *first);
  }
  return interval_of(std::move(values), n_boot);
}

}  // namespace brink::stats
