// What can be read from a configuration's hidden states, by the protocol of statistics.md 10.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

#include "brink/metrics/minima.h"
#include "brink/metrics/state_baselines.h"
#include "brink/metrics/state_results.h"
#include "brink/metrics/support.h"
#include "brink/stats/cross_validation.h"

namespace brink {
namespace {

constexpr int kBootstrap = 1000;

/// How much is resampled.
struct Effort {
  int n_shuffles, n_repeats;  // label shuffles; repeats of five folds
};

Effort effort_for(const StateQuestion& question, bool thorough) {
  constexpr std::size_t kFew = 500;
  return thorough || question.units.size() <= kFew ? Effort{1000, 5} : Effort{100, 1};
}

/// Why there is nothing to train or to test on, or "".
std::string why_not(const StateQuestion& question) {
  constexpr std::size_t kFewest = 5;
  if (question.units.empty()) return "no class is known";
  if (question.units.size() < kFewest) return "fewer than 5 rows";
  for (const stats::Part part : {stats::Part::kTrain, stats::Part::kVal, stats::Part::kTest})
    if (stats::rows_of(question.parts, part).empty()) return "too few items to split";
  std::set<std::int64_t> tested;
  for (const Eigen::Index i : stats::rows_of(question.parts, stats::Part::kTest))
    tested.insert(question.probe.items[static_cast<std::size_t>(i)]);
  return std::ssize(tested) < kMinTested ? fewer_than(kMinTested, "items to test on") : "";
}

class Probes {
 public:
  Probes(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input, bool thorough)
      : out_(out), study_(study), table_(table), input_(input), thorough_(thorough) {}

  void add(const std::string& point, std::span<const StateColumn> columns, const StateQuestion& question) {
    point_ = point;
    at_prompt_ = point == kLastPrompt;
    // The curve over layers is the costly part, so by default it is that of one target.
    const bool curve = thorough_ || (question.target == "correct" && at_prompt_);
    StateQuestion used;
    stats::ScaledProducts together;
    std::vector<StateColumn> whole;  // layers whose units are those of the first
    best_.reset();
    for (const StateColumn& column : columns) {
      const StateRows rows = read_states(study_.store(), table_.records, column);
      UnitStates units = rows.why_none.empty() ? unit_states(rows, question) : UnitStates{};
      const StateQuestion own = take_units(question, units.units);
      const std::string layer = layer_name(column.site);
      const std::string why = rows.why_none.empty() ? why_not(own) : rows.why_none;
      if (!why.empty()) {
        if (curve) put("state_auroc", undefined(why), own, layer);
        if (used.units.empty()) used = own;
        why_ = why;
        continue;
      }
      const stats::ScaledProducts products = stats::scaled_products(units.x, own.parts);
      if (curve) add_layer(products, own, layer);
      if (whole.empty()) used = own;
      if (used.units != own.units) continue;
      together += products;
      whole.push_back(column);
    }
    if (whole.empty()) {
      put("state_auroc", undefined(why_.empty() ? "no state" : why_), used, kAllLayers);
      return;
    }
    add_together(together, used, whole);
    if (curve) add_selected(used);
  }

 private:
  struct Best {
    std::string layer;
    double validation;
    Result result;
  };

  Result& put(std::string_view metric, Result r, const StateQuestion& question, const std::string& layer) {
    r.group[kPoint] = point_;
    if (!layer.empty()) r.group[kLayer] = layer;
    r.group[kTarget] = question.target;
    count(r, metric, question);
    r.left_out = table_.left_out;
    for (const auto& [why, n] : question.left_out) r.left_out[why] += n;
    return out_[metric].emplace_back(std::move(r));
  }

  /// n and items are those that the value is of: tested ones, where there is a probe.
  static void count(Result& r, std::string_view metric, const StateQuestion& question) {
    const bool all = !r.value || metric == "state_auroc_nested";
    const stats::Part part = metric == "state_auroc_train" ? stats::Part::kTrain : stats::Part::kTest;
    std::set<std::int64_t> items;
    for (std::size_t u = 0; u < question.units.size(); ++u)
      if (all || question.parts[u] == part) {
        ++r.n;
        items.insert(question.probe.items[u]);
      }
    r.n_clusters = static_cast<int>(items.size());
  }

  static Result of(const stats::Recoverability& found) {
    Result r = tested_result(found.test, found.interval);
    if (r.value) r.null = 0.5;
    return r;
  }

  void add_layer(const stats::ScaledProducts& products, const StateQuestion& question, const std::string& layer) {
    const stats::ProbeSpace space(products, question.parts);
    const stats::Recoverability found = stats::recover(space, question.probe, kBootstrap, input_.seed);
    Result& r = put("state_auroc", of(found), question, layer);
    if (found.validation.value && (!best_ || *found.validation.value > best_->validation + 1e-12))
      best_ = Best{layer, *found.validation.value, r};
    add_unfitted(products, question, layer);
  }

  /// Scores that need no fit of a probe: the difference of the class means, and the density of the states.
  void add_unfitted(const stats::ScaledProducts& products, const StateQuestion& question, const std::string& layer) {
    if (question.probe.n_classes != 2) return;
    const std::vector<bool> labels = stats::labels_against_rest(question.probe, 1);
    const std::vector<bool> train = stats::labels_of(labels, question.parts, stats::Part::kTrain);
    const auto n_positive = std::ranges::count(train, true);
    const bool both = n_positive > 0 && n_positive < std::ssize(train);
    const std::vector<double> density = stats::shrunk_log_density(products, question.parts);
    put("state_direction_auroc",
        both ? scored(stats::mean_difference_scores(products, train), question) : undefined("train one class"),
        question, layer);
    put("state_density_auroc", density.empty() ? undefined("no variance") : scored(density, question), question, layer);
  }

  Result scored(const std::vector<double>& scores, const StateQuestion& question) const {
    stats::ScoredRows rows;
    rows.positives = {1};
    rows.scores.emplace_back();
    for (const Eigen::Index i : stats::rows_of(question.parts, stats::Part::kTest)) {
      const auto at = static_cast<std::size_t>(i);
      rows.classes.push_back(question.probe.classes[at]);
      rows.items.push_back(question.probe.items[at]);
      rows.scores.front().push_back(scores[at]);
    }
    const Estimate value = stats::macro_auroc(rows);
    Result r = tested_result(value.value ? value : Estimate::undefined("test " + value.why_undefined),
                             stats::bootstrap_macro_auroc(rows, kBootstrap, input_.seed));
    if (r.value) r.null = 0.5;
    return r;
  }

  void add_together(const stats::ScaledProducts& products, const StateQuestion& question,
                    std::span<const StateColumn> columns) {
    const stats::ProbeSpace space(products, question.parts);
    const stats::Recoverability found = stats::recover(space, question.probe, kBootstrap, input_.seed);
    Result r = of(found);
    // Shuffles of several classes are as many times as dear.
    const bool shuffled = found.test.value && (thorough_ || (at_prompt_ && question.probe.n_classes == 2));
    if (shuffled) {
      const stats::ProbeNull null = stats::recover_in_shuffled(space, question.probe, found,
                                                               effort_for(question, thorough_).n_shuffles, input_.seed);
      r.null = null.mean.value;
      r.p = null.p.value;
      r.p_kind = fmt::format("{} label shuffles", null.n_shuffles);
    }
    put("state_auroc", std::move(r), question, kAllLayers);
    Result by_clusters = estimated(found.test, found.clustered.interval);
    if (by_clusters.value && !by_clusters.low) by_clusters.reason = "no interval: " + found.clustered.se.why_undefined;
    put("state_auroc_delong", std::move(by_clusters), question, kAllLayers);
    Result train = estimated(found.train, std::nullopt), gap = train;
    if (train.value) {
      gap.value = *train.value - *found.test.value;
      train.reason = gap.reason = "no interval: of the rows it was fitted to";
    }
    put("state_auroc_train", std::move(train), question, kAllLayers);
    put("state_auroc_gap", std::move(gap), question, kAllLayers);
    if (columns.size() > 1 || !(thorough_ || at_prompt_)) add_unfitted(products, question, kAllLayers);
    if (at_prompt_) add_baselines(found, question);
    if (question.probe.n_classes == 2 && (thorough_ || (question.target == "correct" && at_prompt_)))
      add_nested(question, columns);
  }

  void add_baselines(const stats::Recoverability& found, const StateQuestion& question) {
    const std::vector<Baseline> baselines = state_baselines(table_, question, input_);
    const Baseline* best = nullptr;
    for (const Baseline& one : baselines) {
      Result r = tested_result(
          one.test, one.test.value ? stats::bootstrap_macro_auroc(one.scored, kBootstrap, input_.seed) : std::nullopt);
      if (r.value) r.null = 0.5;
      put("baseline_auroc", std::move(r), question, "").group["baseline"] = one.name;
      if (one.test.value && (!best || *one.validation.value > *best->validation.value + 1e-12)) best = &one;
    }
    Result added;
    if (!found.test.value) {
      added = undefined(found.test.why_undefined);
    } else if (!best || best->scored.positives != found.scored.positives) {
      added = undefined("no baseline is known");
    } else {
      added = tested_result(Estimate::of(*found.test.value - *best->test.value),
                            stats::bootstrap_auroc_difference(best->scored, found.scored, kBootstrap, input_.seed));
      added.null = 0;
    }
    put("state_added_value", std::move(added), question, kAllLayers).group["baseline"] = best ? best->name : "none";
  }

  /// Over folds of all items, so that every item is tested.
  void add_nested(const StateQuestion& question, std::span<const StateColumn> columns) {
    Eigen::MatrixXd together;
    for (const StateColumn& column : columns) {
      const UnitStates units = unit_states(read_states(study_.store(), table_.records, column), question);
      const Eigen::Index before = together.cols();
      together.conservativeResize(units.x.rows(), before + units.x.cols());
      together.rightCols(units.x.cols()) = units.x;
    }
    const int n_repeats = effort_for(question, thorough_).n_repeats;
    const stats::CrossValidatedAuroc found = stats::cross_validated_auroc(
        together, stats::labels_against_rest(question.probe, 1), question.probe.items, input_.seed, 5, n_repeats);
    Result r = estimated(found.mean, found.interval);
    if (r.value) r.null = 0.5;
    if (r.value && !r.low) r.reason = "no interval: " + found.se.why_undefined;
    Result& added = put("state_auroc_nested", std::move(r), question, kAllLayers);
    added.group["folds"] = fmt::format("{} x 5", n_repeats);
    if (found.n_undefined > 0) added.left_out["fold of one class"] = found.n_undefined;
  }

  void add_selected(const StateQuestion& question) {
    if (!best_) {
      put("state_auroc", undefined("no layer has a probe"), question, "selected");
      put("state_selected_layer", undefined("no layer has a probe"), question, "");
      return;
    }
    Result r = best_->result;
    r.group.clear();
    put("state_auroc", std::move(r), question, "selected");
    Result which;
    if (best_->layer == "final")
      which = undefined("it is the normed last state, \"final\"");
    else
      which.value = std::stod(best_->layer);
    if (which.value) which.reason = "no interval: a choice by validation";
    put("state_selected_layer", std::move(which), question, "");
  }

  StateResults& out_;
  const StateStudy& study_;
  const StateTable& table_;
  const MetricInput& input_;
  bool thorough_;
  std::string point_, why_;
  bool at_prompt_ = false;
  std::optional<Best> best_;
};

}  // namespace

void add_probes(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input,
                bool thorough) {
  Probes probes(out, study, table, input, thorough);
  const std::vector<StateQuestion> questions = state_questions(input, table);
  for (const auto& [point, columns] : columns_by_point(table))
    for (const StateQuestion& question : questions)
      if (!question.units.empty() || question.target == "correct") probes.add(point, columns, question);
}

}  // namespace brink
