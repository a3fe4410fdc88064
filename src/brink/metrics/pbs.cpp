#include "brink/stats/pbs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/pbs_cell.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

constexpr auto kUnbalanced = "unbalanced permutations";
constexpr auto kMixed = "mixed option counts: see each n_options, or npbs";

/// PBS starts from "each option stands in each slot equally often". One item whose whole design breaks that makes the
/// configuration's design unbalanced.
bool is_balanced(const MetricInput& input) {
  return std::ranges::all_of(answers(input), [](const ItemAnswers& item) {
    return static_cast<int>(item.orders.size()) < item.rows->n_planned || stats::balanced(item.orders);
  });
}
bool design_balanced(const MetricInput& input) { return input.once(is_balanced); }

int n_incomplete(const std::vector<ItemAnswers>& items) {
  return static_cast<int>(std::count_if(items.begin(), items.end(), [](const auto& i) { return !i.complete(); }));
}

/// A mean over the items that `value` is defined for, on a balanced design; PBS itself only for one number of options.
template <class Value>
Result mean_over_items(const MetricInput& input, bool any_m, Value&& value) {
  const std::vector<ItemAnswers>& items = answers(input);
  if (!design_balanced(input)) return undefined(kUnbalanced);
  if (!any_m && mixed_m(input)) return undefined(kMixed);
  std::vector<stats::ClusterSum> sums;
  for (const ItemAnswers& item : items) {
    if (const std::optional<double> v = value(item)) sums.push_back({*v, 1});
  }
  Result r = item_mean(input, sums);
  r.left_out = left_out(input);
  return r;
}

Result with_incomplete(const MetricInput& input, Result r) {
  if (const int n = n_incomplete(answers(input)); n > 0) r.left_out["incomplete item"] = n;
  if (!r.value && r.reason == "no observation") r.reason = "no item with every variant answered";
  return r;
}

/// PBS of an item whose variants all have an answer.
std::optional<double> complete_pbs(const MetricInput& input, const ItemAnswers& item) {
  if (!item.complete()) return std::nullopt;
  return pbs_of(input, item).pbs;
}

/// @param of  what to say of an item whose variants all have an answer
void each_item(const MetricInput& input, const ItemVisitor& visit,
               void (*of)(ItemResult& result, const stats::ItemPbs& pbs)) {
  const std::vector<ItemAnswers>& items = answers(input);
  const bool usable = design_balanced(input);
  for (const ItemAnswers& item : items) {
    ItemResult result{.item = item.item(), .value = {}, .n = item.n_read()};
    if (usable && item.complete())
      of(result, pbs_of(input, item));
    else
      result.value = Estimate::undefined(usable ? "a variant has no answer" : kUnbalanced);
    visit(result);
  }
}

std::vector<Result> pbs(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    std::vector<stats::ItemPbs> cell;
    Result r = mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
      if (!item.complete()) return std::nullopt;
      return cell.emplace_back(pbs_of(in, item)).pbs;
    });
    if (r.value) r.null = stats::cell_pbs(cell).mean_null.value;
    return with_incomplete(in, std::move(r));
  });
}
void pbs_of_each(const MetricInput& input, const ItemVisitor& visit) {
  each_item(input, visit, [](ItemResult& result, const stats::ItemPbs& p) { result.value = Estimate::of(p.pbs); });
}

std::vector<Result> null_mean(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    return with_incomplete(in, mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
                             if (!item.complete()) return std::nullopt;
                             return pbs_of(in, item).null->mean;
                           }));
  });
}
void null_mean_of_each(const MetricInput& input, const ItemVisitor& visit) {
  each_item(input, visit,
            [](ItemResult& result, const stats::ItemPbs& p) { result.value = Estimate::of(p.null->mean); });
}

std::vector<Result> pbs_available(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    return mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
      if (item.n_read() == 0) return std::nullopt;
      return pbs_of(in, item).pbs;
    });
  });
}

/// @param greatest  the upper bound of what the missing answers could make of PBS, else the lower
Result bound(const MetricInput& input, bool greatest) {
  Result r = mean_over_items(input, false, [&](const ItemAnswers& item) -> std::optional<double> {
    if (item.complete()) return complete_pbs(input, item);
    const stats::Bounds b = stats::pbs_bounds(slot_counts(item), item.rows->n_planned - item.n_read());
    return greatest ? b.high : b.low;
  });
  r.low = r.high = std::nullopt;  // a bound, not an estimate
  if (r.value) r.reason = "no interval: a bound";
  return r;
}
std::vector<Result> pbs_least(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) { return bound(in, false); });
}
std::vector<Result> pbs_greatest(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) { return bound(in, true); });
}

std::vector<Result> npbs(const MetricInput& input) {
  Result r = mean_over_items(input, true, [&](const ItemAnswers& item) -> std::optional<double> {
    const auto v = complete_pbs(input, item);
    return v ? std::optional(*v / stats::max_pbs(item.m())) : std::nullopt;
  });
  return {with_incomplete(input, std::move(r))};
}

Result excess(const MetricInput& input) {
  std::vector<stats::ItemPbs> cell;
  int n_constant = 0;
  Result r = mean_over_items(input, true, [&](const ItemAnswers& item) -> std::optional<double> {
    if (!item.complete()) return std::nullopt;
    const stats::ItemPbs pbs = pbs_of(input, item);
    const Estimate e = pbs.excess();
    if (!e.value) {
      ++n_constant;
      return std::nullopt;
    }
    cell.push_back(pbs);
    return e.value;
  });
  if (n_constant > 0) r.left_out["item of two options"] = n_constant;
  if (!r.value) {
    if (n_constant > 0) r.reason = "constant for m = 2: see same_slot";
    return with_incomplete(input, std::move(r));
  }
  const stats::CellPbs c = stats::cell_pbs(cell);
  r.null = 0;
  r.p = c.p.value;
  r.p_kind = c.exact ? "exact" : "monte carlo";
  if (!r.p) r.reason = c.p.why_undefined;
  return with_incomplete(input, std::move(r));
}

std::vector<Result> excess_pbs(const MetricInput& input) { return with_each_m(input, excess); }
void excess_of_each(const MetricInput& input, const ItemVisitor& visit) {
  each_item(input, visit, [](ItemResult& result, const stats::ItemPbs& p) {
    result.value = p.excess();
    if (!result.value.value) return;
    result.null = 0;
    result.p = p.p;
    result.p_kind = p.null->n_draws == 0 ? "exact" : "monte carlo";
  });
}

}  // namespace

constexpr auto kEq1 = "arXiv 2605.06672, eq. 1";

extern constinit const Metric kPbs{
    .name = "pbs",
    .summary =
        "Position bias score: distance of the chosen slots from one choice per slot, mean over items with every "
        "variant answered; `null` is its mean under the null.",
    .unit = "",
    .source = kEq1,
    .needs = "balanced permutations",
    .compute = pbs,
    .each_item = pbs_of_each,
};
extern constinit const Metric kPbsNull{
    .name = "pbs_null_mean",
    .summary =
        "PBS that the same contents have on average when they fall on an item's variants at random, mean over complete "
        "items.",
    .unit = "",
    .source = "brink; Fisher 1935 (permutation null)",
    .needs = "balanced permutations",
    .compute = null_mean,
    .each_item = null_mean_of_each,
};
extern constinit const Metric kPbsAvailable{
    .name = "pbs_available",
    .summary = "PBS over the answers there are, items with gaps included: biased upwards by every gap.",
    .unit = "",
    .source = kEq1,
    .needs = "balanced permutations",
    .compute = pbs_available,
};
extern constinit const Metric kPbsLeast{
    .name = "pbs_least",
    .summary = "The least mean PBS that the missing answers leave possible.",
    .unit = "",
    .source = "brink",
    .needs = "balanced permutations",
    .compute = pbs_least,
};
extern constinit const Metric kPbsGreatest{
    .name = "pbs_greatest",
    .summary = "The greatest mean PBS that the missing answers leave possible.",
    .unit = "",
    .source = "brink",
    .needs = "balanced permutations",
    .compute = pbs_greatest,
};
extern constinit const Metric kNpbs{
    .name = "npbs",
    .summary = "PBS over its greatest value sqrt((m - 1) / m), so that items of different m can be averaged.",
    .unit = "",
    .source = "brink",
    .needs = "balanced permutations",
    .compute = npbs,
};
extern constinit const Metric kExcessPbs{
    .name = "excess_pbs",
    .summary =
        "PBS minus its exact null mean given the contents chosen: 0 without an order effect. p from the exact "
        "convolution of the summed squares of slot counts.",
    .unit = "",
    .source = "brink; Fisher 1935 (permutation null)",
    .needs = "balanced permutations, m > 2",
    .compute = excess_pbs,
    .each_item = excess_of_each,
    .tests_items = true,
};

}  // namespace brink
