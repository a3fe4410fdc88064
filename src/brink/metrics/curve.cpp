#include <algorithm>

#include "brink/metrics/curve_mean.h"
#include "brink/stats/soft_pbs.h"

namespace brink {
namespace {

template <class Of>
std::vector<Result> along(const MetricInput& input, MeanOf what, Of&& of) {
  if (item_curves(input).empty()) return {undefined(kNoCurves)};
  std::vector<Result> out;
  for (const double share : shares()) {
    out.push_back(
        mean_over_curves(input, what, [&](const AnswerCurve& one) { return of(one, at_share(one.curve, share)); }));
    out.back().group["at"] = share_name(share);
  }
  return out;
}

std::vector<Result> of_commitment(const MetricInput& input, Estimate stats::Commitment::*field, bool per_token) {
  return {mean_over_curves(input, MeanOf::kShares, [&](const AnswerCurve& one) -> std::optional<double> {
    const Estimate e = stats::commitment(one.curve).*field;
    return e.value && per_token && one.curve.n_tokens > 0 ? std::optional(*e.value / one.curve.n_tokens) : e.value;
  })};
}

std::vector<Result> forced_ccp(const MetricInput& in) { return of_commitment(in, &stats::Commitment::ccp, false); }
std::vector<Result> area(const MetricInput& in) {
  return of_commitment(in, &stats::Commitment::area_over_curve, false);
}
std::vector<Result> after_change(const MetricInput& in) {
  return of_commitment(in, &stats::Commitment::tokens_after_last_change, true);
}

std::vector<Result> stated(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kShares, [](const AnswerCurve& one) -> std::optional<double> {
    if (!one.answer->reading.slot) return std::nullopt;
    return stats::chosen_slot(one.curve.at.back()) == *one.answer->reading.slot ? 1.0 : 0.0;
  })};
}

std::vector<Result> ccp_gap(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kNumbers, [](const AnswerCurve& one) -> std::optional<double> {
    const Estimate forced = stats::commitment(one.curve).ccp;
    const std::optional<double>& mentioned = one.answer->reading.trajectory.ccp_eq2;
    if (!forced.value || !mentioned) return std::nullopt;
    return *forced.value - *mentioned;
  })};
}

std::vector<Result> cost(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kNumbers, [](const AnswerCurve& one) -> std::optional<double> {
    double n = 0;
    for (const Observation* row : one.read_outs) n += row->usage.n_prefilled;
    return one.curve.n_tokens > 0 ? std::optional(n / one.curve.n_tokens) : std::nullopt;
  })};
}

std::vector<Result> accuracy(const MetricInput& input) {
  return along(input, MeanOf::kShares,
               [](const AnswerCurve& one, const stats::Checkpoint& at) -> std::optional<double> {
                 const auto right = one.right(stats::chosen_slot(at));
                 return right ? std::optional(*right ? 1.0 : 0.0) : std::nullopt;
               });
}
std::vector<Result> agreement(const MetricInput& input) {
  return along(input, MeanOf::kShares,
               [](const AnswerCurve& one, const stats::Checkpoint& at) -> std::optional<double> {
                 return stats::chosen_slot(at) == stats::chosen_slot(one.curve.at.back()) ? 1.0 : 0.0;
               });
}
std::vector<Result> entropy(const MetricInput& input) {
  return along(input, MeanOf::kNumbers, [](const AnswerCurve&, const stats::Checkpoint& at) -> std::optional<double> {
    return stats::entropy_bits(at.p);
  });
}
std::vector<Result> eat(const MetricInput& input) {
  const auto& items = item_curves(input);
  const auto has_eat = [](const ItemCurves& item) { return std::ranges::any_of(item.curves, &AnswerCurve::eat); };
  if (std::ranges::none_of(items, has_eat)) return {undefined("no treatment \"eat\" beside the curve in the study")};
  return along(input, MeanOf::kNumbers, [](const AnswerCurve& one, const stats::Checkpoint& at) {
    return one.eat ? at.next_token_bits : std::nullopt;
  });
}
std::vector<Result> margin(const MetricInput& input) {
  return along(input, MeanOf::kNumbers,
               [](const AnswerCurve&, const stats::Checkpoint& at) { return stats::margin_nats(at.p).value; });
}

std::vector<Result> soft(const MetricInput& input, bool excess) {
  const std::vector<ItemCurves>& items = item_curves(input);
  if (items.empty()) return {undefined(kNoCurves)};
  std::vector<Result> out;
  for (const double share : shares()) {
    std::vector<stats::SoftPbs> values;
    std::vector<stats::ClusterSum> sums;
    int n_incomplete = 0;
    for (const ItemCurves& item : items) {
      if (!item.complete()) {
        ++n_incomplete;
        continue;
      }
      values.push_back(stats::soft_pbs(read_item(item, share), input.seed));
      sums.push_back({values.back().value - (excess ? values.back().null_mean : 0), 1});
    }
    const stats::SoftPbsCell cell = stats::soft_pbs_cell(values);
    Result& r = out.emplace_back(item_mean(input, std::move(sums)));
    r.group["at"] = share_name(share);
    r.null = excess ? std::optional(0.0) : cell.null_mean.value;
    if (excess) {
      r.p = cell.p.value;
      r.p_kind = "normal";
    }
    if (n_incomplete > 0) r.left_out["incomplete item"] = n_incomplete;
  }
  return out;
}
std::vector<Result> soft_value(const MetricInput& input) { return soft(input, false); }
std::vector<Result> soft_excess(const MetricInput& input) { return soft(input, true); }

constexpr auto kEq2 = "brink; arXiv 2605.06672, eq. 2 taken literally";

}  // namespace

extern constinit const Metric kForcedCcp{
    .name = "forced_ccp",
    .summary = "Where along the trajectory the forced answer becomes what it stays until the answer is stated.",
    .unit = "share of the trajectory",
    .source = kEq2,
    .needs = kCurve,
    .compute = forced_ccp,
};
extern constinit const Metric kCcpGap{
    .name = "forced_ccp_gap",
    .summary = "Forced CCP minus the CCP of the mentions (eq. 2), of answers that have both.",
    .unit = "share of the trajectory",
    .source = "brink",
    .needs = kCurve,
    .compute = ccp_gap,
};
extern constinit const Metric kAreaOverCurve{
    .name = "area_over_curve",
    .summary =
        "Mean over the trajectory of whether the forced answer differs from the last one (AOC of early answering).",
    .unit = "share",
    .source = "Lanham et al. 2023",
    .needs = kCurve,
    .compute = area,
};
extern constinit const Metric kAfterChange{
    .name = "after_last_change",
    .summary = "Tokens generated after the forced answer changed last, of all tokens of the trajectory.",
    .unit = "share of the trajectory",
    .source = "arXiv 2604.22266",
    .needs = kCurve,
    .compute = after_change,
};
extern constinit const Metric kStatedAgreement{
    .name = "stated_agreement",
    .summary = "Share of the read answers that are the forced answer just before they are stated.",
    .unit = "share",
    .source = "brink",
    .needs = kCurve,
    .compute = stated,
};
extern constinit const Metric kCurveAccuracy{
    .name = "curve_accuracy",
    .summary = "Accuracy that stopping at a share of the trajectory would have.",
    .unit = "share",
    .source = "brink; Lanham et al. 2023",
    .needs = "a commitment curve, gold",
    .compute = accuracy,
};
extern constinit const Metric kCurveAgreement{
    .name = "curve_agreement",
    .summary = "Share of the forced answers at a share of the trajectory that are the last one.",
    .unit = "share",
    .source = "Lanham et al. 2023",
    .needs = kCurve,
    .compute = agreement,
};
extern constinit const Metric kCurveEntropy{
    .name = "curve_entropy",
    .summary = "Entropy of the forced option probabilities at a share of the trajectory.",
    .unit = "bits",
    .source = "brink",
    .needs = kCurve,
    .compute = entropy,
};
extern constinit const Metric kCurveEat{
    .name = "curve_eat",
    .summary =
        "Entropy of the next token, whole vocabulary, right behind the tag that closes the thinking (EAT), at a share "
        "of the trajectory; where no thinking is open, behind the text itself.",
    .unit = "bits",
    .source = "arXiv 2509.26522",
    .needs = "a commitment curve, treatment \"eat\"",
    .compute = eat,
};
extern constinit const Metric kCurveMargin{
    .name = "curve_margin",
    .summary = "Log-probability of the first option less that of the second, at a share of the trajectory.",
    .unit = "nats",
    .source = "brink",
    .needs = kCurve,
    .compute = margin,
};
extern constinit const Metric kSoftPbs{
    .name = "soft_pbs",
    .summary =
        "PBS of the forced probabilities at a share of the trajectory, over the orders of an item; `null` is its "
        "mean when the contents' probabilities fall on the orders at random.",
    .unit = "",
    .source = "brink; statistics.md 7",
    .needs = "a commitment curve for every order",
    .compute = soft_value,
};
extern constinit const Metric kSoftExcess{
    .name = "soft_excess_pbs",
    .summary = "soft_pbs minus its null mean: how much the order matters at a share of the trajectory.",
    .unit = "",
    .source = "brink; statistics.md 7",
    .needs = "a commitment curve for every order",
    .compute = soft_excess,
};
extern constinit const Metric kCurveCost{
    .name = "curve_cost",
    .summary = "Tokens evaluated for the curve per token of the trajectory.",
    .unit = "tokens per token",
    .source = "brink",
    .needs = kCurve,
    .compute = cost,
};

}  // namespace brink
