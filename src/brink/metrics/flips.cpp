#include <algorithm>
#include <cmath>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/flip.h"

namespace brink {
namespace {

/// An item's answers by variant of the design; what was not asked is a gap.
stats::Flip flip_of(const ItemAnswers& item) {
  stats::VariantAnswers answers;
  const auto n = static_cast<std::size_t>(item.rows->n_planned);
  answers.slots.resize(n);
  answers.contents.resize(n);
  for (std::size_t i = 0; i < item.slots.size(); ++i) {
    const auto variant = static_cast<std::size_t>(item.rows->variants[i]->key.variant);
    if (!item.slots[i] || variant >= n) continue;
    answers.slots[variant] = item.slots[i];
    answers.contents[variant] = item.orders[i][static_cast<std::size_t>(*item.slots[i])];
  }
  return stats::flip({&answers, 1});
}

/// An item of one variant is consistent with itself, which says nothing.
bool comparable(const ItemAnswers& item) { return item.complete() && item.n_read() >= 2; }

Result finish(const MetricInput& input, Result r) {
  r.left_out = left_out(input);
  const auto n = static_cast<int>(input.items.size()) - r.n_clusters;
  if (n > 0) r.left_out["incomplete item"] = n;
  if (!r.value && r.reason == "no observation") r.reason = "no item with two or more variants, all answered";
  return r;
}

Estimate flip_rate(const ItemAnswers& item) {
  return comparable(item) ? flip_of(item).flip_rate : Estimate::undefined("not every variant has an answer");
}

std::vector<Result> flip_rate(const MetricInput& input) {
  int k = 0, n = 0;
  for (const ItemAnswers& item : answers(input)) {
    const Estimate flips = flip_rate(item);
    n += flips.value.has_value();
    k += flips.value.value_or(0) > 0;
  }
  return {finish(input, item_share(k, n))};
}
void flip_rate_of_each(const MetricInput& input, const ItemVisitor& visit) {
  for (const ItemAnswers& item : answers(input)) visit({item.item(), flip_rate(item), item.n_read()});
}

std::vector<Result> pair_disagreement(const MetricInput& input) {
  std::vector<stats::ClusterSum> items;
  for (const ItemAnswers& item : answers(input)) {
    if (comparable(item)) items.push_back({flip_of(item).pair_disagreement.value.value(), 1});
  }
  return {finish(input, item_mean(input, std::move(items), MeanOf::kShares))};
}

std::vector<Result> flip_vs_first(const MetricInput& input) {
  std::vector<stats::ClusterSum> items;
  for (const ItemAnswers& item : answers(input)) {
    const stats::Flip f = flip_of(item);
    if (f.n_vs_first > 0) items.push_back({std::round(*f.flip_vs_first.value * f.n_vs_first), f.n_vs_first});
  }
  Result r = item_mean(input, std::move(items), MeanOf::kShares);
  r.left_out = left_out(input);
  if (!r.value) r.reason = "no item with the first and another variant answered";
  return {r};
}

}  // namespace

extern constinit const Metric kFlipRate{
    .name = "flip_rate",
    .summary = "Share of complete items whose chosen content is not the same under every permutation; Wilson interval.",
    .unit = "share",
    .source = "brink",
    .needs = "permutations",
    .compute = flip_rate,
    .each_item = flip_rate_of_each,
};
extern constinit const Metric kPairDisagreement{
    .name = "pair_disagreement",
    .summary = "Share of pairs of variants of an item that differ in content, mean over complete items.",
    .unit = "share",
    .source = "brink",
    .needs = "permutations",
    .compute = pair_disagreement,
};
extern constinit const Metric kFlipVsFirst{
    .name = "flip_vs_first",
    .summary = "Share of later variants whose content differs from the first variant's, both answered.",
    .unit = "share",
    .source = "brink",
    .needs = "permutations",
    .compute = flip_vs_first,
};

}  // namespace brink
