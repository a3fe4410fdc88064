#include "brink/metrics/state_baselines.h"

#include <array>
#include <functional>
#include <unordered_map>

#include "brink/metrics/curves.h"
#include "brink/stats/auroc.h"
#include "brink/stats/curve.h"

namespace brink {
namespace {

using Value = std::optional<double>;
using ValueOf = std::function<Value(const Observation&)>;

ValueOf margin_of(const MetricInput& input) {
  std::unordered_map<const Observation*, double> margins;
  for (const ItemCurves& item : item_curves(input))
    for (const AnswerCurve& one : item.curves)
      if (one.curve.at.front().n_tokens == 0)
        if (const Estimate margin = stats::margin_nats(one.curve.at.front().p); margin.value)
          margins[one.answer] = *margin.value;
  return [margins](const Observation& row) {
    if (row.forced) return stats::margin_nats(row.forced->p).value;
    const auto found = margins.find(&row);
    return found == margins.end() ? Value{} : Value(found->second);
  };
}

/// Means over the answers of each unit; nothing where one is not known.
std::optional<Eigen::MatrixXd> column_of(const StateTable& table, const StateQuestion& question, const ValueOf& of) {
  Eigen::MatrixXd out(std::ssize(question.units), 1);
  for (std::size_t u = 0; u < question.units.size(); ++u) {
    double sum = 0;
    for (const std::size_t answer : question.units[u]) {
      const Value value = of(*table.answers[answer]);
      if (!value) return std::nullopt;
      sum += *value;
    }
    out(static_cast<Eigen::Index>(u), 0) = sum / static_cast<double>(question.units[u].size());
  }
  return out;
}

void add(Estimate& sum, double value) { sum = Estimate::of(sum.value.value_or(0) + value); }

Baseline without(std::string name, std::string why) {
  return {std::move(name), Estimate::undefined(why), Estimate::undefined(why), {}};
}

Baseline baseline(std::string name, const StateTable& table, const StateQuestion& question, const ValueOf& of) {
  const auto column = column_of(table, question, of);
  if (!column) return without(std::move(name), "not known of every answer");
  if ((column->array() == (*column)(0, 0)).all()) return without(std::move(name), "constant");
  stats::ProbeData data{*column, {}, question.parts};
  const std::vector<Eigen::Index> tested = stats::rows_of(question.parts, stats::Part::kTest);
  Baseline out;
  out.name = std::move(name);
  for (const Eigen::Index i : tested) {
    out.scored.classes.push_back(question.probe.classes[static_cast<std::size_t>(i)]);
    out.scored.items.push_back(question.probe.items[static_cast<std::size_t>(i)]);
  }
  std::string why;
  for (int positive = question.probe.n_classes == 2 ? 1 : 0; positive < question.probe.n_classes; ++positive) {
    data.labels = stats::labels_against_rest(question.probe, positive);
    const stats::ProbeData test = data.of(stats::Part::kTest);
    const stats::ProbeFit fit = stats::fit_probe(data);
    if (!fit.why_undefined.empty() || test.one_class()) {
      why = fit.why_undefined.empty() ? "test one class" : fit.why_undefined;
      continue;
    }
    out.scored.positives.push_back(positive);
    out.scored.scores.push_back(fit.probe.scores(test.states));
    add(out.validation, fit.validation_aurocs[stats::best_c(fit.validation_aurocs)]);
  }
  if (out.scored.positives.empty()) return without(std::move(out.name), why);
  out.validation = Estimate::of(*out.validation.value / static_cast<double>(out.scored.positives.size()));
  out.test = stats::macro_auroc(out.scored);
  return out;
}

}  // namespace

std::vector<Baseline> state_baselines(const StateTable& table, const StateQuestion& question,
                                      const MetricInput& input) {
  const std::array<std::pair<const char*, ValueOf>, 3> kinds{{
      {"prompt_length",
       [](const Observation& row) { return row.usage.n_prompt > 0 ? Value(row.usage.n_prompt) : Value{}; }},
      {"entropy", [](const Observation& row) { return row.read_out ? Value(row.read_out->entropy_bits) : Value{}; }},
      {"margin", margin_of(input)},
  }};
  std::vector<Baseline> out;
  for (const auto& [name, of] : kinds) out.push_back(baseline(name, table, question, of));
  return out;
}

}  // namespace brink
