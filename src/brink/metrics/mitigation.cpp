#include "brink/metrics/remedies.h"
#include "brink/metrics/support.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

constexpr auto kNone = "no item with an answer and a commitment curve in every order";

/// A result for each remedy. @param of  (all remedies, one of them, number of the item) -> value, weight
template <class Of>
std::vector<Result> by_remedy(const MetricInput& input, MeanOf what, Of&& of) {
  const Remedies& eval = input.once(make_remedies);
  if (eval.items.empty()) return {undefined(kNone)};
  std::vector<Result> out;
  for (const Remedy& remedy : eval.remedies) {
    std::vector<stats::ClusterSum> sums;
    for (std::size_t i = 0; i < eval.items.size(); ++i) sums.push_back(of(eval, remedy, i));
    Result& r = out.emplace_back(item_mean(input, std::move(sums), what));
    r.group["policy"] = remedy.name;
    if (eval.n_calibration > 0) r.left_out["calibration item"] = eval.n_calibration;
  }
  return out;
}

stats::ClusterSum n_right(const Remedies& eval, const Remedy& remedy, std::size_t i) {
  const ItemCurves& item = *eval.items[i];
  stats::ClusterSum out;
  for (const int slot : remedy.answers[i].slots) {
    out.sum += *item.curves[static_cast<std::size_t>(out.n)].right(slot) ? 1 : 0;
    ++out.n;
  }
  return out;
}

std::vector<Result> accuracy(const MetricInput& input) { return by_remedy(input, MeanOf::kShares, n_right); }

std::vector<Result> gain(const MetricInput& input) {
  return by_remedy(input, MeanOf::kNumbers, [](const Remedies& eval, const Remedy& remedy, std::size_t i) {
    stats::ClusterSum out = n_right(eval, remedy, i);
    out.sum -= n_right(eval, eval.remedies.front(), i).sum;
    return out;
  });
}

stats::ClusterSum n_tokens(const Remedies&, const Remedy& remedy, std::size_t i) {
  stats::ClusterSum out;
  for (const double t : remedy.answers[i].tokens) out.sum += t;
  out.n = static_cast<int>(remedy.answers[i].tokens.size());
  return out;
}

std::vector<Result> tokens(const MetricInput& input) { return by_remedy(input, MeanOf::kNumbers, n_tokens); }

std::vector<Result> more_tokens(const MetricInput& input) {
  return by_remedy(input, MeanOf::kNumbers, [](const Remedies& eval, const Remedy& remedy, std::size_t i) {
    stats::ClusterSum out = n_tokens(eval, remedy, i);
    out.sum -= n_tokens(eval, eval.remedies.front(), i).sum;
    return out;
  });
}

std::optional<double> excess_of(stats::PbsNullTables& nulls, const ItemCurves& item, const Remedied& answered) {
  const std::vector<std::optional<int>> slots(answered.slots.begin(), answered.slots.end());
  return nulls.compare(stats::answered_item(read_item(item, kAtLast).orders, slots)).excess().value;
}

/// @param less  the excess PBS as answered taken off, item by item
std::vector<Result> excess(const MetricInput& input, bool less) {
  stats::PbsNullTables nulls(input.seed);
  std::vector<Result> out =
      by_remedy(input, MeanOf::kNumbers, [&](const Remedies& eval, const Remedy& remedy, std::size_t i) {
        if (remedy.votes) return stats::ClusterSum{};
        const auto value = excess_of(nulls, *eval.items[i], remedy.answers[i]);
        if (!value) return stats::ClusterSum{};
        const auto plain = excess_of(nulls, *eval.items[i], eval.remedies.front().answers[i]);
        return stats::ClusterSum{*value - (less ? *plain : 0), 1};
      });
  for (Result& r : out) {
    if (r.value) r.null = 0;
    if (const std::string& policy = r.key("policy"); policy == "majority" || policy == "average")
      r.reason = "0 by construction over a full set of shifts: see vote_residual";
  }
  return out;
}

std::vector<Result> excess_left(const MetricInput& input) { return excess(input, false); }
std::vector<Result> excess_change(const MetricInput& input) { return excess(input, true); }

constexpr auto kNeeds = "a commitment curve for every order, gold";

}  // namespace

extern constinit const Metric kRemedyAccuracy{
    .name = "remedy_accuracy",
    .summary =
        "Accuracy of what can be done about the order: none (as answered), no thinking (forced before the first "
        "token), constrained (forced at the end), majority and average over the orders (with permutations = \"both\" "
        "over those of one direction), prior (PriDe: the slots' prior of a fifth of the items taken out), the stopping "
        "policies; and what none can reach, hindsight: stopped at the forced CCP.",
    .unit = "share",
    .source = "Zheng et al. 2024 (PriDe); brink",
    .needs = kNeeds,
    .compute = accuracy,
};
extern constinit const Metric kRemedyGain{
    .name = "remedy_gain",
    .summary = "The same less the accuracy as answered, on the same items.",
    .unit = "share",
    .source = "brink",
    .needs = kNeeds,
    .compute = gain,
};
extern constinit const Metric kRemedyExcess{
    .name = "remedy_excess_pbs",
    .summary = "Excess PBS that the remedy leaves.",
    .unit = "",
    .source = "brink",
    .needs = kNeeds,
    .compute = excess_left,
};
extern constinit const Metric kRemedyExcessChange{
    .name = "remedy_excess_change",
    .summary = "The same less the excess PBS as answered, on the same items.",
    .unit = "",
    .source = "brink",
    .needs = kNeeds,
    .compute = excess_change,
};
extern constinit const Metric kRemedyTokens{
    .name = "remedy_tokens",
    .summary = "Tokens an answer costs: generated, and evaluated for read-outs.",
    .unit = "tokens",
    .source = "brink",
    .needs = kNeeds,
    .compute = tokens,
};
extern constinit const Metric kRemedyTokensChange{
    .name = "remedy_tokens_change",
    .summary = "The same less what an answer costs as it is, on the same items.",
    .unit = "tokens",
    .source = "brink",
    .needs = kNeeds,
    .compute = more_tokens,
};

}  // namespace brink
