#include <algorithm>
#include <numeric>

#include "brink/metrics/curves.h"
#include "brink/metrics/support.h"
#include "brink/stats/mitigation.h"

namespace brink {
namespace {

// The variants of an item that show `base` shifted, from 0 to m - 1; nothing where one of them is missing.
std::optional<ItemCurves> shifts_of(const ItemCurves& item, const std::vector<int>& base) {
  ItemCurves out{item.rows, {}};
  std::vector<int> shifted = base;
  for (std::size_t s = 0; s < base.size(); ++s) {
    const auto one = std::ranges::find(item.curves, shifted, [](const AnswerCurve& curve) -> const std::vector<int>& {
      return curve.answer->variant.order;
    });
    if (one == item.curves.end() || !one->answer->reading.option) return std::nullopt;
    out.curves.push_back(*one);
    std::ranges::rotate(shifted, shifted.end() - 1);
  }
  return out;
}

int majority(const ItemCurves& item) {
  std::vector<int> contents;
  for (const AnswerCurve& one : item.curves) contents.push_back(content_of(item.item(), *one.answer->reading.option));
  return stats::majority_content(contents);
}

int average(const ItemCurves& item) {
  const std::vector<double> p = stats::permutation_average(read_item(item, kAtLast));
  return static_cast<int>(std::ranges::max_element(p) - p.begin());
}

std::vector<Result> residual(const MetricInput& input) {
  std::vector<std::pair<int, int>> majorities, averages;
  for (const ItemCurves& item : item_curves(input)) {
    std::vector<int> order(static_cast<std::size_t>(item.item().n_options()));
    std::iota(order.begin(), order.end(), 0);
    if (order.size() < 3) continue;  // the other direction is the same shifts
    const auto forth = shifts_of(item, order);
    std::ranges::reverse(order);
    const auto back = shifts_of(item, order);
    if (!forth || !back) continue;
    majorities.emplace_back(majority(*forth), majority(*back));
    averages.emplace_back(average(*forth), average(*back));
  }
  if (majorities.empty())
    return {undefined("no item has curves in the shifts of both directions: permutations = \"both\"")};
  std::vector<Result> out;
  for (const auto& [policy, votes] : {std::pair{"majority", &majorities}, {"average", &averages}}) {
    const stats::VoteDisagreement found = stats::vote_disagreement(*votes);
    Result& r = out.emplace_back(estimated(found.share, found.interval));
    r.group["policy"] = policy;
    r.null = 0;
    r.n = r.n_clusters = found.n;
  }
  return out;
}

}  // namespace

extern constinit const Metric kVoteResidual{
    .name = "vote_residual",
    .summary =
        "Order effect that a vote over the shifts leaves: share of the items where the vote over the shifts of the "
        "file's order and that over the shifts of the reversed order choose different contents; Wilson interval.",
    .unit = "share",
    .source = "brink; statistics.md 8",
    .needs = "commitment curves, permutations = \"both\" or \"all\"",
    .compute = residual,
};

}  // namespace brink
