#include "brink/stats/stopping.h"

#include <fmt/format.h>

#include "brink/metrics/curves.h"
#include "brink/metrics/policies.h"
#include "brink/metrics/support.h"
#include "brink/stats/pbs_null.h"

namespace brink {

std::vector<NamedPolicy> stop_policies() {
  std::vector<NamedPolicy> out;
  for (const int n : {2, 3, 5}) out.push_back({fmt::format("equal:{}", n), {stats::StopRule::kEqual, 1.0 * n}});
  for (const int nats : {1, 2, 4})
    out.push_back({fmt::format("margin:{}", nats), {stats::StopRule::kMargin, 1.0 * nats}});
  for (const double v : {.001, .01, .1}) out.push_back({fmt::format("eat:{}", v), {stats::StopRule::kEat, v}});
  for (const int n : {16, 32, 64, 128, 256})
    out.push_back({fmt::format("budget:{}", n), {stats::StopRule::kBudget, 1.0 * n}});
  return out;
}

namespace {

constexpr auto kNone = "no commitment curve: treatments = [\"curve\"] in the study";

std::vector<stats::MarkedCurve> marked(std::span<const ItemCurves* const> items) {
  std::vector<stats::MarkedCurve> out;
  for (const ItemCurves* item : items)
    for (const AnswerCurve& one : item->curves)
      if (one.gold) out.push_back({one.curve, *one.gold});
  return out;
}

// Half of the items sets the thresholds, the other is reported on; which, the items' hashes say.
std::pair<std::vector<const ItemCurves*>, std::vector<const ItemCurves*>> halves(const std::vector<ItemCurves>& items) {
  std::pair<std::vector<const ItemCurves*>, std::vector<const ItemCurves*>> out;
  for (const ItemCurves& item : items) (item.item().hash.head() % 2 == 0 ? out.first : out.second).push_back(&item);
  return out;
}

enum class What { kAccuracy, kSaved, kExcess };

// Excess PBS of the slots answered where the policy stops.
std::optional<double> excess(const ItemCurves& item, const stats::Policy& policy, stats::PbsNullTables& nulls) {
  if (!item.complete()) return std::nullopt;
  std::vector<std::optional<int>> slots;
  for (const AnswerCurve& one : item.curves) slots.emplace_back(stats::stop(one.curve, policy).slot);
  return nulls.compare(stats::answered_item(read_item(item, kAtLast).orders, slots)).excess().value;
}

Result under(const MetricInput& input, std::span<const ItemCurves* const> items, const stats::Policy& policy,
             What what) {
  stats::PbsNullTables nulls(input.seed);
  std::vector<stats::ClusterSum> sums;
  for (const ItemCurves* item : items) {
    stats::ClusterSum& sum = sums.emplace_back(stats::ClusterSum{});
    if (what == What::kExcess) {
      if (const auto value = excess(*item, policy, nulls)) sum = {*value, 1};
      continue;
    }
    for (const AnswerCurve& one : item->curves) {
      const stats::Stop stop = stats::stop(one.curve, policy);
      const auto right = one.right(stop.slot);
      if (what == What::kAccuracy && !right) continue;
      sum.sum += what == What::kAccuracy ? (*right ? 1.0 : 0.0)
                                         : 1 - static_cast<double>(stop.n_tokens) / std::max(1, one.curve.n_tokens);
      ++sum.n;
    }
  }
  return item_mean(input, std::move(sums), what == What::kExcess ? MeanOf::kNumbers : MeanOf::kShares);
}

std::vector<Result> replayed(const MetricInput& input, What what) {
  const std::vector<ItemCurves>& items = item_curves(input);
  if (items.empty()) return {undefined(kNone)};
  std::vector<const ItemCurves*> all;
  for (const ItemCurves& item : items) all.push_back(&item);
  std::vector<Result> out;
  for (const NamedPolicy& policy : stop_policies()) {
    out.push_back(under(input, all, policy.policy, what));
    out.back().group["policy"] = policy.name;
  }
  const auto [tuning, reported] = halves(items);
  std::vector<stats::Policy> candidates;
  for (const NamedPolicy& policy : stop_policies()) candidates.push_back(policy.policy);
  constexpr double kLoss = .01;
  const auto tuned = stats::tune(marked(tuning), candidates, kLoss);
  Result& r =
      out.emplace_back(tuned && !reported.empty() ? under(input, reported, *tuned, what)
                                                  : undefined("no policy keeps the accuracy on half of the items"));
  r.group["policy"] = "tuned";
  return out;
}

std::vector<Result> accuracy(const MetricInput& input) { return replayed(input, What::kAccuracy); }
std::vector<Result> saved(const MetricInput& input) { return replayed(input, What::kSaved); }
std::vector<Result> excess_pbs(const MetricInput& input) { return replayed(input, What::kExcess); }

constexpr auto kSource = "arXiv 2506.02536 (equal), arXiv 2509.26522 (eat); brink";

}  // namespace

extern constinit const Metric kStopAccuracy{
    .name = "stop_accuracy",
    .summary =
        "Accuracy when a policy stops the text: n equal forced answers in a row, a margin in nats, the variance of the "
        "entropy (eat), a budget of tokens. \"tuned\": the policy that saved most tokens on one half of the items at "
        "no more than .01 of the accuracy, on the other half.",
    .unit = "share",
    .source = kSource,
    .needs = "a commitment curve, gold",
    .compute = accuracy,
};
extern constinit const Metric kStopSaved{
    .name = "stop_saved",
    .summary = "Share of the trajectory's tokens that the policy saves, read-outs not counted.",
    .unit = "share",
    .source = kSource,
    .needs = "a commitment curve",
    .compute = saved,
};
extern constinit const Metric kStopExcess{
    .name = "stop_excess_pbs",
    .summary = "Excess PBS of the answers that the policy gives.",
    .unit = "",
    .source = "brink",
    .needs = "a commitment curve for every order",
    .compute = excess_pbs,
};

}  // namespace brink
