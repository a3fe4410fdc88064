#include <cmath>
#include <map>
#include <set>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/pbs_null.h"
#include "brink/stats/sign_flip.h"
#include "brink/stats/slope.h"

namespace brink {
namespace {

constexpr auto kNone = "no budget: treatments = [\"budget:64\", \"budget:256\"] in the study";
constexpr auto kFew = "no item with every order answered under two budgets";
constexpr int kDraws = 2000;

using Value = std::optional<double> (*)(const ItemAnswers&, stats::PbsNullTables&);

std::optional<double> excess(const ItemAnswers& item, stats::PbsNullTables& nulls) {
  if (!stats::balanced(item.orders)) return std::nullopt;
  return nulls.compare(item.read).excess().value;
}

std::optional<double> accuracy(const ItemAnswers& item, stats::PbsNullTables&) {
  double n = 0, n_right = 0;
  for (const Observation* row : item.rows->variants)
    if (const auto right = is_right(*row)) {
      ++n;
      n_right += *right ? 1 : 0;
    }
  return n > 0 ? std::optional(n_right / n) : std::nullopt;
}

// The items as they answered under one budget.
MetricInput assigned(const MetricInput& input, int n_tokens) {
  MetricInput out;
  for (const ItemRows& item : input.items)
    for (const BudgetRows& budget : item.budgets)
      if (budget.n_tokens == n_tokens) {
        ItemRows& rows = out.items.emplace_back();
        rows.item = item.item;
        rows.n_planned = item.n_planned;
        rows.variants = budget.variants;
      }
  return out;
}

struct Points {
  std::vector<double> doublings, value;
};

Result slope(const MetricInput& input, const std::set<int>& budgets, Value value) {
  stats::PbsNullTables nulls(input.seed);
  std::map<const Item*, Points> points;
  for (const int n_tokens : budgets) {
    const MetricInput at = assigned(input, n_tokens);
    for (const ItemAnswers& item : answers(at)) {
      if (!item.complete()) continue;
      if (const auto v = value(item, nulls)) {
        points[&item.item()].doublings.push_back(std::log2(n_tokens));
        points[&item.item()].value.push_back(*v);
      }
    }
  }
  std::vector<stats::ClusterSum> slopes;
  std::vector<double> flipped;
  for (const ItemRows& item : input.items) {
    const Points& of = points[item.item];
    if (const auto s = stats::slope(of.doublings, of.value)) {
      slopes.push_back({*s, 1});
      flipped.push_back(*s);
    }
  }
  if (slopes.empty()) return undefined(kFew);
  const auto n_short = static_cast<int>(input.items.size() - slopes.size());
  Result r = item_mean(input, std::move(slopes));
  r.null = 0;
  r.p = stats::sign_flip_draws(flipped, kDraws, input.seed).p_two_sided;
  r.p_kind = "sign flip";
  if (n_short > 0) r.left_out["item without two complete budgets"] = n_short;
  return r;
}

std::vector<Result> per_doubling(const MetricInput& input) {
  std::set<int> budgets;
  for (const ItemRows& item : input.items)
    for (const BudgetRows& budget : item.budgets) budgets.insert(budget.n_tokens);
  if (budgets.empty()) return {undefined(kNone)};
  std::vector<Result> out;
  for (const auto& [of, value] : {std::pair<const char*, Value>{"excess_pbs", excess}, {"accuracy", accuracy}}) {
    out.push_back(slope(input, budgets, value));
    out.back().group["of"] = of;
  }
  return out;
}

}  // namespace

extern constinit const Metric kBudgetSlope{
    .name = "budget_slope",
    .summary =
        "Change of excess PBS, and of accuracy, when an assigned number of tokens doubles: the least-squares slope of "
        "each item over its budgets, meaned over items; sign flips. What stated its answer earlier was stopped there.",
    .unit = "per doubling",
    .source = "brink; after arXiv 2605.06672, sec. 6.3",
    .needs = "treatments budget:n, two at least; balanced permutations",
    .compute = per_doubling,
};

}  // namespace brink
