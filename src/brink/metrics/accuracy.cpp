#include <algorithm>
#include <map>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/mitigation.h"

namespace brink {
namespace {

/// An item with a single gold whose every variant has an answer: what a comparison of variants rests on.
bool usable(const ItemRows& item) {
  return has_gold(*item.item) && item.n_planned > 0 && static_cast<int>(item.variants.size()) == item.n_planned &&
         std::all_of(item.variants.begin(), item.variants.end(),
                     [](const Observation* o) { return o->reading.option.has_value(); });
}

bool right(const Observation* o) { return is_right(*o).value_or(false); }

constexpr auto kNoGold = "item without a single right answer";

/// Where the unread are counted, only what was not asked is left out.
void keep_unasked(std::map<std::string, int>& left_out) {
  std::erase_if(left_out, [](const auto& entry) {
    return entry.first != to_string(Status::kError) && entry.first != "missing" && entry.first != "repeated item" &&
           entry.first != kNoGold;
  });
}

Result finish_of(const std::vector<const ItemRows*>& items, Result r) {
  const auto n = std::ranges::count_if(items, [](const ItemRows* i) { return !has_gold(*i->item); });
  if (n > 0) r.left_out[kNoGold] = static_cast<int>(n);
  if (!r.value && n > 0 && n == static_cast<long>(items.size())) r.reason = "no item has a single right answer";
  return r;
}

Result finish(const MetricInput& input, Result r) {
  r.left_out = left_out(input);
  std::vector<const ItemRows*> items;
  for (const ItemRows& item : input.items) items.push_back(&item);
  return finish_of(items, std::move(r));
}

/// finish() for metrics over open questions too.
Result finish_all(const MetricInput& input, Result r) {
  r.left_out = left_out_of_all(input);
  return finish_of(input.all(), std::move(r));
}

/// finish() for metrics over complete items.
Result finish_complete(const MetricInput& input, Result r) {
  r = finish(input, std::move(r));
  const auto n = std::count_if(input.items.begin(), input.items.end(),
                               [](const auto& i) { return has_gold(*i.item) && !usable(i); });
  if (n > 0) r.left_out["incomplete item"] = static_cast<int>(n);
  if (!r.value && r.reason == "no observation") r.reason = "no item with every variant answered";
  return r;
}

/// Share of complete items for which `is` holds.
template <class Is>
std::vector<Result> complete_share(const MetricInput& input, Is&& is) {
  if (in_one_order(input)) return {finish(input, undefined(kOneOrder))};
  int k = 0, n = 0;
  for (const ItemRows& item : input.items) {
    if (!usable(item)) continue;
    ++n;
    k += is(item);
  }
  return {finish_complete(input, item_share(k, n))};
}

std::vector<Result> accuracy(const MetricInput& input) {
  int k = 0, n = 0;
  for (const ItemRows* item : input.all()) {
    const Observation* first = first_shown(*item);
    const std::optional<bool> right = first ? is_right(*first) : std::nullopt;
    n += right.has_value();
    k += right.value_or(false);
  }
  return {finish_all(input, item_share(k, n))};
}

std::vector<Result> accuracy_of_all(const MetricInput& input) {
  int k = 0, n = 0;
  for (const ItemRows* item : input.all()) {
    const Observation* first = first_shown(*item);
    const std::optional<bool> right = first ? is_right_or_unread(*first) : std::nullopt;
    n += right.has_value();
    k += right.value_or(false);
  }
  Result r = finish_all(input, item_share(k, n));
  keep_unasked(r.left_out);
  return {r};
}

/// How many of an item's answers are right, of those that were read and can be graded.
stats::ClusterSum n_right(const ItemRows& item) {
  stats::ClusterSum out;
  for (const Observation* row : item.variants) {
    const std::optional<bool> r = is_right(*row);
    out.sum += r.value_or(false);
    out.n += r.has_value();
  }
  return out;
}

std::vector<Result> accuracy_mean(const MetricInput& input) {
  std::vector<stats::ClusterSum> sums;
  for (const ItemRows* item : input.all()) sums.push_back(n_right(*item));
  return {finish_all(input, item_mean(input, sums, MeanOf::kShares))};
}
void accuracy_of_each(const MetricInput& input, const ItemVisitor& visit) {
  for (const ItemRows* item : input.all()) {
    const stats::ClusterSum s = n_right(*item);
    const char* why = has_gold(*item->item) ? "no answer" : "no single right answer";
    visit({*item->item, s.n > 0 ? Estimate::of(s.sum / s.n) : Estimate::undefined(why), s.n});
  }
}

int vote(const ItemRows& item) {
  std::vector<int> contents;
  for (const Observation* o : item.variants) contents.push_back(content_of(*item.item, *o->reading.option));
  return stats::majority_content(contents);
}

std::vector<Result> accuracy_majority(const MetricInput& input) {
  return complete_share(
      input, [](const ItemRows& item) { return vote(item) == content_of(*item.item, item.item->gold_option()); });
}

std::vector<Result> accuracy_circular(const MetricInput& input) {
  return complete_share(
      input, [](const ItemRows& item) { return std::all_of(item.variants.begin(), item.variants.end(), right); });
}

/// Accuracy of the worst or best variant over complete items; only variants that every such item has.
Result extreme(const MetricInput& input, bool best) {
  if (in_one_order(input)) return finish(input, undefined(kOneOrder));
  std::map<int, std::pair<int, int>> by_variant;  // right, all
  int n_items = 0;
  for (const ItemRows& item : input.items) {
    if (!usable(item)) continue;
    ++n_items;
    for (const Observation* o : item.variants) {
      auto& [k, n] = by_variant[o->key.variant];
      k += right(o);
      ++n;
    }
  }
  Result r;
  for (const auto& [variant, counts] : by_variant) {
    if (counts.second < n_items) continue;
    const double share = static_cast<double>(counts.first) / n_items;
    if (!r.value || (best ? share > *r.value : share < *r.value)) r.value = share;
  }
  r.n = r.n_clusters = n_items;
  r.reason = r.value ? "no interval: chosen after looking" : "no observation";
  return finish_complete(input, std::move(r));
}
std::vector<Result> accuracy_worst(const MetricInput& input) { return {extreme(input, false)}; }
std::vector<Result> accuracy_best(const MetricInput& input) { return {extreme(input, true)}; }

/// Mean accuracy if every answer that could not be read were right, or wrong. A failed request is neither.
Result bound(const MetricInput& input, bool unread_right) {
  double k = 0;
  Result r;
  for (const ItemRows* item : input.all()) {
    if (!has_gold(*item->item)) continue;
    const int before = r.n;
    for (const Observation* row : item->variants) {
      if (row->reading.status == Status::kError) continue;
      ++r.n;
      k += is_right(*row).value_or(unread_right);
    }
    r.n_clusters += r.n > before;
  }
  if (r.n > 0) r.value = k / r.n;
  r.reason = r.value ? "no interval: a bound" : "no observation";
  r = finish_all(input, std::move(r));
  keep_unasked(r.left_out);
  return r;
}
std::vector<Result> accuracy_least(const MetricInput& input) { return {bound(input, false)}; }
std::vector<Result> accuracy_greatest(const MetricInput& input) { return {bound(input, true)}; }

}  // namespace

extern constinit const Metric kAccuracy{
    .name = "accuracy",
    .summary =
        "Share of right answers with the options in the file's order (variant 0), of those read; Wilson interval.",
    .unit = "share",
    .source = "Wilson 1927",
    .needs = "gold",
    .compute = accuracy,
};
extern constinit const Metric kAccuracyOfAll{
    .name = "accuracy_of_all",
    .summary =
        "The same of all answers that came back: one that could not be read counts as wrong. Failed requests are left "
        "out.",
    .unit = "share",
    .source = "Intention Collapse, app. A.4",
    .needs = "gold",
    .compute = accuracy_of_all,
};
extern constinit const Metric kAccuracyMean{
    .name = "accuracy_mean",
    .summary = "Share of right answers over all variants, of those read; items resampled.",
    .unit = "share",
    .source = "arXiv 2605.06672, sec. 4",
    .needs = "gold",
    .compute = accuracy_mean,
    .each_item = accuracy_of_each,
};
extern constinit const Metric kAccuracyMajority{
    .name = "accuracy_majority",
    .summary = "Share of complete items whose most frequent content is right; a tie goes to the earliest variant.",
    .unit = "share",
    .source = "Wang et al. 2023 (self-consistency)",
    .needs = "gold, permutations",
    .compute = accuracy_majority,
};
extern constinit const Metric kAccuracyWorst{
    .name = "accuracy_worst",
    .summary = "Accuracy under the permutation that does worst, over complete items.",
    .unit = "share",
    .source = "Pezeshkpour & Hruschka 2023",
    .needs = "gold, permutations",
    .compute = accuracy_worst,
};
extern constinit const Metric kAccuracyBest{
    .name = "accuracy_best",
    .summary = "Accuracy under the permutation that does best, over complete items.",
    .unit = "share",
    .source = "Pezeshkpour & Hruschka 2023",
    .needs = "gold, permutations",
    .compute = accuracy_best,
};
extern constinit const Metric kAccuracyCircular{
    .name = "accuracy_circular",
    .summary = "Share of complete items that are right under every permutation.",
    .unit = "share",
    .source = "Liu et al. 2023 (CircularEval)",
    .needs = "gold, permutations",
    .compute = accuracy_circular,
};
extern constinit const Metric kAccuracyLeast{
    .name = "accuracy_least",
    .summary = "Mean accuracy if every answer that could not be read were wrong; failed requests left out.",
    .unit = "share",
    .source = "brink",
    .needs = "gold",
    .compute = accuracy_least,
};
extern constinit const Metric kAccuracyGreatest{
    .name = "accuracy_greatest",
    .summary = "Mean accuracy if every answer that could not be read were right; failed requests left out.",
    .unit = "share",
    .source = "brink",
    .needs = "gold",
    .compute = accuracy_greatest,
};

}  // namespace brink
