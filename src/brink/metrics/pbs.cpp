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
bool design_balanced(const std::vector<ItemAnswers>& items) {
  return std::all_of(items.begin(), items.end(), [](const ItemAnswers& item) {
    return static_cast<int>(item.orders.size()) < item.rows->n_planned || stats::balanced(item.orders);
  });
}

int n_incomplete(const std::vector<ItemAnswers>& items) {
  return static_cast<int>(std::count_if(items.begin(), items.end(), [](const auto& i) { return !i.complete(); }));
}

/// A mean over the items that `value` is defined for, on a balanced design; PBS itself only for one number of options.
template <class Value>
Result mean_over_items(const MetricInput& input, bool any_m, Value&& value) {
  const std::vector<ItemAnswers>& items = answers(input);
  if (!design_balanced(items)) return undefined(kUnbalanced);
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
std::optional<double> complete_pbs(stats::PbsNullTables& nulls, const ItemAnswers& item) {
  if (!item.complete()) return std::nullopt;
  return nulls.compare(item.read).pbs;
}

std::vector<Result> item_rows(const MetricInput& input, Estimate (*value)(const stats::ItemPbs&), bool against_null) {
  stats::PbsNullTables nulls(input.seed);
  std::vector<Result> rows;
  const std::vector<ItemAnswers>& items = answers(input);
  const bool usable = design_balanced(items);
  for (const ItemAnswers& item : items) {
    if (!usable || !item.complete()) {
      const std::string reason = usable ? "a variant has no answer" : kUnbalanced;
      rows.push_back(item_result(item.item(), Estimate::undefined(reason), item.n_read()));
      continue;
    }
    const stats::ItemPbs pbs = nulls.compare(item.read);
    Result& r = rows.emplace_back(item_result(item.item(), value(pbs), item.n_read()));
    if (!against_null || !r.value) continue;
    r.null = 0;
    r.p = pbs.p;
    r.p_kind = pbs.null->n_draws == 0 ? "exact" : "monte carlo";
  }
  return rows;
}

void append(std::vector<Result>& to, std::vector<Result> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<Result> pbs(const MetricInput& input) {
  auto rows = with_each_m(input, [](const MetricInput& in) {
    stats::PbsNullTables nulls(in.seed);
    std::vector<stats::ItemPbs> cell;
    Result r = mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
      if (!item.complete()) return std::nullopt;
      return cell.emplace_back(nulls.compare(item.read)).pbs;
    });
    if (r.value) r.null = stats::cell_pbs(cell).mean_null.value;
    return with_incomplete(in, std::move(r));
  });
  append(rows, item_rows(
                   input, [](const stats::ItemPbs& p) { return Estimate::of(p.pbs); }, false));
  return rows;
}

std::vector<Result> null_mean(const MetricInput& input) {
  auto rows = with_each_m(input, [](const MetricInput& in) {
    stats::PbsNullTables nulls(in.seed);
    return with_incomplete(in, mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
                             if (!item.complete()) return std::nullopt;
                             return nulls.compare(item.read).null->mean;
                           }));
  });
  append(rows, item_rows(
                   input, [](const stats::ItemPbs& p) { return Estimate::of(p.null->mean); }, false));
  return rows;
}

std::vector<Result> pbs_available(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    stats::PbsNullTables nulls(in.seed);
    return mean_over_items(in, false, [&](const ItemAnswers& item) -> std::optional<double> {
      if (item.n_read() == 0) return std::nullopt;
      return nulls.compare(item.read).pbs;
    });
  });
}

/// @param greatest  the upper bound of what the missing answers could make of PBS, else the lower
Result bound(const MetricInput& input, bool greatest) {
  stats::PbsNullTables nulls(input.seed);
  Result r = mean_over_items(input, false, [&](const ItemAnswers& item) -> std::optional<double> {
    if (item.complete()) return complete_pbs(nulls, item);
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
  stats::PbsNullTables nulls(input.seed);
  Result r = mean_over_items(input, true, [&](const ItemAnswers& item) -> std::optional<double> {
    const auto v = complete_pbs(nulls, item);
    return v ? std::optional(*v / stats::max_pbs(item.m())) : std::nullopt;
  });
  return {with_incomplete(input, std::move(r))};
}

Result excess(const MetricInput& input) {
  stats::PbsNullTables nulls(input.seed);
  std::vector<stats::ItemPbs> cell;
  int n_constant = 0;
  Result r = mean_over_items(input, true, [&](const ItemAnswers& item) -> std::optional<double> {
    if (!item.complete()) return std::nullopt;
    const stats::ItemPbs pbs = nulls.compare(item.read);
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

std::vector<Result> excess_pbs(const MetricInput& input) {
  auto rows = with_each_m(input, excess);
  append(rows, item_rows(
                   input, [](const stats::ItemPbs& p) { return p.excess(); }, true));
  return rows;
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
};

}  // namespace brink
