#include "brink/metrics/votes.h"

#include <algorithm>
#include <numeric>

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
    std::rotate(shifted.begin(), shifted.end() - 1, shifted.end());
  }
  return out;
}

}  // namespace

std::optional<BothDirections> both_directions(const ItemCurves& item) {
  std::vector<int> order(static_cast<std::size_t>(item.item().n_options()));
  std::iota(order.begin(), order.end(), 0);
  if (order.size() < 3) return std::nullopt;
  auto forth = shifts_of(item, order);
  std::ranges::reverse(order);
  auto back = shifts_of(item, order);
  if (!forth || !back) return std::nullopt;
  return BothDirections{*std::move(forth), *std::move(back)};
}

int majority_of(const ItemCurves& item) {
  std::vector<int> contents;
  for (const AnswerCurve& one : item.curves) contents.push_back(content_of(item.item(), *one.answer->reading.option));
  return stats::majority_content(contents);
}

int average_of(const ItemCurves& item) {
  const std::vector<double> p = stats::permutation_average(read_item(item, kAtLast));
  return static_cast<int>(std::ranges::max_element(p) - p.begin());
}

}  // namespace brink
