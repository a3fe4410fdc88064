#include "brink/metrics/remedies.h"

#include <algorithm>
#include <map>
#include <utility>

#include "brink/metrics/policies.h"
#include "brink/metrics/votes.h"
#include "brink/stats/mitigation.h"

namespace brink {
namespace {

int slot_of(const ItemCurves& item, std::size_t variant, int content) {
  const std::vector<int>& order = item.curves[variant].answer->variant.order;
  const auto at = std::ranges::find_if(order, [&](int option) { return content_of(item.item(), option) == content; });
  return static_cast<int>(at - order.begin());
}

int most(const std::vector<double>& p) { return static_cast<int>(std::ranges::max_element(p) - p.begin()); }

/// Those who vote together.
std::vector<ItemCurves> electorates(const ItemCurves& item) {
  const auto both = both_directions(item);
  if (both && both->forth.curves.size() + both->back.curves.size() == item.curves.size())
    return {both->forth, both->back};
  return {item};
}

double total_tokens(const ItemCurves& item) {
  double n = 0;
  for (const AnswerCurve& one : item.curves) n += one.answer->usage.n_generated;
  return n;
}

double last_read_out(const AnswerCurve& one) { return one.read_out_tokens(*one.read_outs.back()); }

Remedied plain(const ItemCurves& item) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    out.slots.push_back(*one.answer->reading.slot);
    out.tokens.push_back(one.answer->usage.n_generated);
  }
  return out;
}

/// One content for all orders that it is voted for by; each pays for them all.
template <class Vote>
Remedied voted(const ItemCurves& item, const Vote& vote) {
  Remedied out{std::vector<int>(item.curves.size()), std::vector<double>(item.curves.size())};
  for (const ItemCurves& part : electorates(item)) {
    const auto [content, tokens] = vote(part);
    for (const AnswerCurve& one : part.curves) {
      const auto of_item = std::ranges::find(item.curves, one.answer, &AnswerCurve::answer);
      const auto variant = static_cast<std::size_t>(of_item - item.curves.begin());
      out.slots[variant] = slot_of(item, variant, content);
      out.tokens[variant] = tokens;
    }
  }
  return out;
}

std::pair<int, double> majority(const ItemCurves& item) { return {majority_of(item), total_tokens(item)}; }

std::pair<int, double> averaged(const ItemCurves& item) {
  double tokens = total_tokens(item);
  for (const AnswerCurve& one : item.curves) tokens += last_read_out(one);
  return {average_of(item), tokens};
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

// What is forced at the end, read where it was settled already.
Remedied in_hindsight(const ItemCurves& item) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    const std::size_t settled = stats::settled_at(one.curve);
    out.slots.push_back(stats::chosen_slot(one.curve.at.back()));
    out.tokens.push_back(one.curve.at[settled].n_tokens + one.read_out_tokens(*one.read_outs[settled]));
  }
  return out;
}

/// Tokens of the read-outs that a policy needs: a budget looks once, at its end, the others at every place until then.
double read_out_tokens(const AnswerCurve& one, const stats::Policy& policy, int n_tokens) {
  double sum = 0;
  for (const Observation* row : one.read_outs) {
    if (row->n_kept > n_tokens) break;
    const double n = one.read_out_tokens(*row);
    sum = policy.rule == stats::StopRule::kBudget ? n : sum + n;
  }
  return sum;
}

Remedied stopped(const ItemCurves& item, const stats::Policy& policy) {
  Remedied out;
  for (const AnswerCurve& one : item.curves) {
    const stats::Stop stop = stats::stop(one.curve, policy);
    out.slots.push_back(stop.slot);
    out.tokens.push_back(stop.n_tokens + read_out_tokens(one, policy, stop.n_tokens));
  }
  return out;
}

/// PriDe's prior over the slots, by the number of options.
using Priors = std::map<int, std::vector<double>>;

Priors priors_of(const std::vector<const ItemCurves*>& calibration) {
  std::map<int, std::vector<stats::ReadItem>> by_m;
  for (const ItemCurves* item : calibration) by_m[item->item().n_options()].push_back(read_item(*item, kAtLast));
  Priors out;
  for (const auto& [m, items] : by_m) out[m] = stats::slot_prior(items);
  return out;
}

bool usable(const ItemCurves& item) {
  return item.complete() && std::ranges::all_of(item.curves, [](const AnswerCurve& one) {
           return one.answer->reading.slot && one.gold.has_value();
         });
}

}  // namespace

Remedies make_remedies(const MetricInput& input) {
  Remedies out;
  std::vector<const ItemCurves*> calibration;
  for (const ItemCurves& item : item_curves(input))
    if (usable(item)) (item.item().hash.head() % 5 == 0 ? calibration : out.items).push_back(&item);
  out.n_calibration = static_cast<int>(calibration.size());
  const auto add = [&](std::string_view name, bool votes, const auto& answer) {
    Remedy& remedy = out.remedies.emplace_back(Remedy{std::string(name), votes, {}});
    for (const ItemCurves* item : out.items) remedy.answers.push_back(answer(*item));
  };
  add("none", false, plain);
  add("no thinking", false, unthought);
  add("constrained", false, [](const ItemCurves& item) { return constrained(item, {}); });
  add("majority", true, [](const ItemCurves& item) { return voted(item, majority); });
  add("average", true, [](const ItemCurves& item) { return voted(item, averaged); });
  if (Priors priors = priors_of(calibration); !priors.empty())
    add("prior", false, [&](const ItemCurves& item) { return constrained(item, priors[item.item().n_options()]); });
  for (const NamedPolicy& policy : stop_policies())
    add(policy.name, false, [&](const ItemCurves& item) { return stopped(item, policy.policy); });
  add(kHindsight, false, in_hindsight);
  return out;
}

}  // namespace brink
