#include "brink/stats/mitigation.h"

#include <fmt/format.h>

#include <algorithm>

#include "brink/metrics/curves.h"
#include "brink/metrics/policies.h"
#include "brink/metrics/support.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

constexpr auto kNone = "no item with an answer and a commitment curve in every order";

// What a remedy answers one item with.
struct Remedied {
  std::vector<int> slots;      // per variant; one content for all where it votes
  std::vector<double> tokens;  // generated and evaluated for each answer, the prompt not counted
};

int slot_of(const ItemCurves& item, std::size_t variant, int content) {
  const std::vector<int>& order = item.curves[variant].answer->variant.order;
  const auto at = std::ranges::find_if(order, [&](int option) { return content_of(item.item(), option) == content; });
  return static_cast<int>(at - order.begin());
}

int most(const std::vector<double>& p) { return static_cast<int>(std::ranges::max_element(p) - p.begin()); }

double total_tokens(const ItemCurves& item) {
  double n = 0;
  for (const AnswerCurve& one : item.curves) n += one.answer->usage.n_generated;
  return n;
}

double last_read_out(const AnswerCurve& one) { return one.read_out_tokens(*one.read_outs.back()); }

Remedied same_content(const ItemCurves& item, int content, double tokens) {
  Remedied out;
  for (std::size_t v = 0; v < item.curves.size(); ++v) {
    out.slots.push_back(slot_of(item, v, content));
    out.tokens.push_back(tokens);
  }
  return out;
}

Remedied plain(const ItemCurves& item) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    out.slots.push_back(*one.answer->reading.slot);
    out.tokens.push_back(one.answer->usage.n_generated);
  }
  return out;
}

Remedied majority(const ItemCurves& item) {
  std::vector<int> contents;
  for (const AnswerCurve& one : item.curves) contents.push_back(content_of(item.item(), *one.answer->reading.option));
  return same_content(item, stats::majority_content(contents), total_tokens(item));
}

Remedied averaged(const ItemCurves& item) {
  double tokens = total_tokens(item);
  for (const AnswerCurve& one : item.curves) tokens += last_read_out(one);
  return same_content(item, most(stats::permutation_average(read_item(item, kAtLast))), tokens);
}

// The forced answer at the end, `prior` taken out of it.
Remedied constrained(const ItemCurves& item, const std::vector<double>& prior) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    const std::vector<double>& p = one.curve.at.back().p;
    out.slots.push_back(prior.size() == p.size() ? most(stats::without_prior(p, prior)) : most(p));
    out.tokens.push_back(one.curve.at.back().n_tokens + last_read_out(one));
  }
  return out;
}

Remedied unthought(const ItemCurves& item) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    out.slots.push_back(stats::chosen_slot(one.curve.at.front()));
    out.tokens.push_back(one.read_out_tokens(*one.read_outs.front()));
  }
  return out;
}

Remedied stopped(const ItemCurves& item, const stats::Policy& policy) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    const stats::Stop stop = stats::stop(one.curve, policy);
    out.slots.push_back(stop.slot);
    double tokens = stop.n_tokens;  // and every read-out until then
    for (const Observation* row : one.read_outs)
      if (row->n_kept <= stop.n_tokens) tokens += one.read_out_tokens(*row);
    out.tokens.push_back(tokens);
  }
  return out;
}

struct Remedy {
  std::string name;
  bool votes;                     // over the orders: its own order effect is 0 by construction
  std::vector<Remedied> answers;  // [n_items]
};

struct Evaluation {
  std::vector<const ItemCurves*> items;  // those that every remedy answers
  std::vector<Remedy> remedies;          // the first does nothing
  int n_calibration = 0;
};

// A fifth of the items, by their hashes, gives PriDe's prior and is left out of the comparison.
Evaluation make_evaluation(const MetricInput& input) {
  Evaluation out;
  std::vector<stats::ReadItem> calibration;
  const int m = common_m(input);
  for (const ItemCurves& item : item_curves(input)) {
    const bool answered = std::ranges::all_of(
        item.curves, [](const AnswerCurve& one) { return one.answer->reading.slot && one.gold.has_value(); });
    if (!item.complete() || !answered) continue;
    if (m > 0 && item.item().hash.head() % 5 == 0)
      calibration.push_back(read_item(item, kAtLast));
    else
      out.items.push_back(&item);
  }
  out.n_calibration = static_cast<int>(calibration.size());
  const auto add = [&](std::string name, bool votes, const auto& answer) {
    Remedy& remedy = out.remedies.emplace_back(Remedy{std::move(name), votes, {}});
    for (const ItemCurves* item : out.items) remedy.answers.push_back(answer(*item));
  };
  add("none", false, plain);
  add("no thinking", false, unthought);
  add("constrained", false, [](const ItemCurves& item) { return constrained(item, {}); });
  add("majority", true, majority);
  add("average", true, averaged);
  if (!calibration.empty()) {
    const std::vector<double> prior = stats::slot_prior(calibration);
    if (!prior.empty()) add("prior", false, [&](const ItemCurves& item) { return constrained(item, prior); });
  }
  for (const NamedPolicy& policy : stop_policies())
    add(policy.name, false, [&](const ItemCurves& item) { return stopped(item, policy.policy); });
  return out;
}

/// A result for each remedy. @param of  (evaluation, remedy, number of the item) -> value, weight
template <class Of>
std::vector<Result> by_remedy(const MetricInput& input, MeanOf what, Of&& of) {
  const Evaluation& eval = input.once(make_evaluation);
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

stats::ClusterSum n_right(const Evaluation& eval, const Remedy& remedy, std::size_t i) {
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
  return by_remedy(input, MeanOf::kNumbers, [](const Evaluation& eval, const Remedy& remedy, std::size_t i) {
    stats::ClusterSum out = n_right(eval, remedy, i);
    out.sum -= n_right(eval, eval.remedies.front(), i).sum;
    return out;
  });
}

std::vector<Result> tokens(const MetricInput& input) {
  return by_remedy(input, MeanOf::kNumbers, [](const Evaluation&, const Remedy& remedy, std::size_t i) {
    stats::ClusterSum out;
    for (const double t : remedy.answers[i].tokens) out.sum += t;
    out.n = static_cast<int>(remedy.answers[i].tokens.size());
    return out;
  });
}

std::vector<Result> excess(const MetricInput& input) {
  stats::PbsNullTables nulls(input.seed);
  std::vector<Result> out =
      by_remedy(input, MeanOf::kNumbers, [&](const Evaluation& eval, const Remedy& remedy, std::size_t i) {
        if (remedy.votes) return stats::ClusterSum{};
        const std::vector<int>& answered = remedy.answers[i].slots;
        const std::vector<std::optional<int>> slots(answered.begin(), answered.end());
        const auto value =
            nulls.compare(stats::answered_item(read_item(*eval.items[i], kAtLast).orders, slots)).excess().value;
        return value ? stats::ClusterSum{*value, 1} : stats::ClusterSum{};
      });
  for (Result& r : out) {
    if (r.value) r.null = 0;
    const auto policy = r.group.find("policy");
    if (policy != r.group.end() && (policy->second == "majority" || policy->second == "average"))
      r.reason = "0 by construction over a full set of shifts";
  }
  return out;
}

constexpr auto kNeeds = "a commitment curve for every order, gold";

}  // namespace

extern constinit const Metric kRemedyAccuracy{
    .name = "remedy_accuracy",
    .summary =
        "Accuracy of what can be done about the order: none (as answered), no thinking (forced before the first "
        "token), constrained (forced at the end), majority and average over the orders, prior (PriDe: the slots' prior "
        "of a fifth of the items taken out), and the stopping policies.",
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
    .compute = excess,
};
extern constinit const Metric kRemedyTokens{
    .name = "remedy_tokens",
    .summary = "Tokens an answer costs: generated, and evaluated for read-outs.",
    .unit = "tokens",
    .source = "brink",
    .needs = kNeeds,
    .compute = tokens,
};

}  // namespace brink
