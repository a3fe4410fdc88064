// Items of two options as comparisons of two answers: which is better, or neither.
#include <algorithm>
#include <cmath>

#include "brink/base/text.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/length_slope.h"

namespace brink {
namespace {

MetricInput comparisons(MetricInput input) {
  std::erase_if(input.items, [](const ItemRows& item) { return item.item->n_options() != 2; });
  return input;
}

/// Mean over answers of what `value` says of each; answers it says nothing of are left out.
template <class Value>
Result answer_mean(const MetricInput& all, const Value& value) {
  const MetricInput input = comparisons(all);
  std::vector<stats::ClusterSum> sums;
  for (const ItemRows& item : input.items) {
    stats::ClusterSum& s = sums.emplace_back();
    for (const Observation* row : item.variants) {
      const std::optional<bool> is = value(*row);
      if (!is) continue;
      s.sum += *is;
      ++s.n;
    }
  }
  Result r =
      input.items.empty() ? undefined("no item of two options") : item_mean(input, std::move(sums), MeanOf::kShares);
  r.left_out = left_out(input);
  return r;
}

bool both_right(const Item& item) {
  const auto* several = std::get_if<std::vector<int>>(&item.gold);
  return several && several->size() == 2;
}

bool judged(const Item& item) { return item.gold_option() >= 0 || both_right(item); }

std::vector<Result> first_shown_wins(const MetricInput& input) {
  Result r = answer_mean(input, [](const Observation& row) {
    return row.reading.slot ? std::optional(*row.reading.slot == 0) : std::nullopt;
  });
  if (r.value) r.null = 0.5;
  return {r};
}

std::vector<Result> tie_rate(const MetricInput& input) {
  Result r = answer_mean(input, [](const Observation& row) {
    return row.reading.status == Status::kOk ? std::optional(row.reading.tie) : std::nullopt;
  });
  r.left_out.erase("tie");
  return {r};
}

std::vector<Result> verdict_agreement(const MetricInput& input) {
  Result r = answer_mean(input, [](const Observation& row) -> std::optional<bool> {
    if (row.reading.status != Status::kOk || !judged(*row.item)) return std::nullopt;
    return both_right(*row.item) ? row.reading.tie : is_right(row).value_or(false);
  });
  r.left_out.erase("tie");
  return {r};
}

/// One verdict an item: the option chosen in both orders, else a tie.
std::vector<Result> verdict_agreement_swapped(const MetricInput& all) {
  const MetricInput input = comparisons(all);
  int n = 0, n_agree = 0, n_open = 0;
  for (const ItemRows& item : input.items) {
    if (!judged(*item.item)) continue;
    const auto& rows = item.variants;
    const bool answered =
        static_cast<int>(rows.size()) == item.n_planned && rows.size() >= 2 &&
        std::all_of(rows.begin(), rows.end(), [](auto* r) { return r->reading.status == Status::kOk; });
    if (!answered) {
      ++n_open;
      continue;
    }
    const auto& option = rows.front()->reading.option;
    const bool one =
        option && std::all_of(rows.begin(), rows.end(), [&](auto* r) { return r->reading.option == option; });
    n_agree += one ? *option == item.item->gold_option() : both_right(*item.item);
    ++n;
  }
  Result r = input.items.empty() ? undefined("no item of two options") : item_share(n_agree, n);
  if (n_open > 0) r.left_out["incomplete item"] = n_open;
  return {r};
}

/// How much longer one option is than the other.
struct Lengths {
  double doublings;  // log2 of the ratio of their code points
  int longer;        // option
};

std::optional<Lengths> lengths(const Item& item) {
  const auto a = static_cast<double>(count_code_points(item.options[0]));
  const auto b = static_cast<double>(count_code_points(item.options[1]));
  if (a == b || a == 0 || b == 0) return std::nullopt;
  return Lengths{std::abs(std::log2(a / b)), a > b ? 0 : 1};
}

std::vector<Result> longer_wins(const MetricInput& input) {
  Result r = answer_mean(input, [](const Observation& row) -> std::optional<bool> {
    const auto length = lengths(*row.item);
    if (!row.reading.option || !length) return std::nullopt;
    return *row.reading.option == length->longer;
  });
  if (r.value) r.null = 0.5;
  return {r};
}

std::vector<Result> length_slope(const MetricInput& all) {
  const MetricInput input = comparisons(all);
  std::vector<stats::LengthChoices> items;
  for (const ItemRows& item : input.items) {
    const auto length = lengths(*item.item);
    if (!length) continue;
    stats::LengthChoices& choices = items.emplace_back(stats::LengthChoices{length->doublings, 0, 0});
    for (const Observation* row : item.variants) {
      if (!row->reading.option) continue;
      ++choices.n;
      choices.n_longer += *row->reading.option == length->longer;
    }
    if (choices.n == 0) items.pop_back();
  }
  const stats::LengthSlope slope = stats::length_slope(items);
  Result r = undefined(input.items.empty() ? "no item of two options" : slope.slope.why_undefined);
  r.value = slope.slope.value;
  r.low = slope.low;
  r.high = slope.high;
  if (r.value) r.null = 0;
  if (r.value && !r.low) r.reason = "no interval: one item";
  for (const stats::LengthChoices& item : items) r.n += item.n;
  r.n_clusters = static_cast<int>(items.size());
  r.left_out = left_out(input);
  return {r};
}

constexpr auto kMtBench = "Zheng et al. 2023 (MT-Bench)";
constexpr auto kNeeds = "items of two options";

}  // namespace

extern constinit const Metric kFirstShownWins{
    .name = "first_shown_wins",
    .summary =
        "Share of the answers for one of two options that are for the first shown; ties left out. same_slot tests it.",
    .unit = "share",
    .source = kMtBench,
    .needs = kNeeds,
    .compute = first_shown_wins,
};
extern constinit const Metric kTieRate{
    .name = "tie_rate",
    .summary = "Share of the answers that call two options equally good, where the mode offers that.",
    .unit = "share",
    .source = kMtBench,
    .needs = kNeeds,
    .compute = tie_rate,
};
extern constinit const Metric kVerdictAgreement{
    .name = "verdict_agreement",
    .summary = "Share of the answers that agree with the verdict given with the data, ties with ties.",
    .unit = "share",
    .source = kMtBench,
    .needs = "items of two options with gold",
    .compute = verdict_agreement,
};
extern constinit const Metric kVerdictAgreementSwapped{
    .name = "verdict_agreement_swapped",
    .summary =
        "The same with one verdict an item: the option chosen in every order, and a tie where none is; items with "
        "every "
        "variant answered.",
    .unit = "share",
    .source = kMtBench,
    .needs = "items of two options with gold, both orders",
    .compute = verdict_agreement_swapped,
};
extern constinit const Metric kLongerWins{
    .name = "longer_wins",
    .summary =
        "Share of the answers for one of two options that are for the longer one, in code points; ties left out.",
    .unit = "share",
    .source = "brink",
    .needs = kNeeds,
    .compute = longer_wins,
};
extern constinit const Metric kLengthSlope{
    .name = "length_slope",
    .summary =
        "Log-odds that the longer of two options is chosen, per doubling of its length over the other's: logistic "
        "regression through 0, items as clusters.",
    .unit = "logits per doubling",
    .source = "brink",
    .needs = kNeeds,
    .compute = length_slope,
};

}  // namespace brink
