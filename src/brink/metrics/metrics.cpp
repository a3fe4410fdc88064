#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "brink/base/error.h"
#include "brink/base/parallel.h"
#include "brink/base/text.h"
#include "brink/metrics/metric.h"
#include "brink/metrics/metric_input.h"
#include "brink/metrics/state_results.h"

namespace brink {

// pbs.cpp
extern const Metric kPbs, kPbsNull, kPbsAvailable, kPbsLeast, kPbsGreatest, kNpbs, kExcessPbs;
// order.cpp
extern const Metric kOrderTest, kNInformative, kPull, kPreferredSlot, kSlotCount, kSlotResidual, kSlotPreference,
    kSameSlot;
// slot_label.cpp
extern const Metric kSlotEffectTest, kLabelEffectTest, kSlotEffect, kLabelEffect;
// control.cpp
extern const Metric kSlotPrior, kSlotPriorTest;
// judging.cpp
extern const Metric kFirstShownWins, kTieRate, kVerdictAgreement, kVerdictAgreementSwapped, kLongerWins, kLengthSlope;
// flips.cpp
extern const Metric kFlipRate, kPairDisagreement, kFlipVsFirst;
// accuracy.cpp
extern const Metric kAccuracy, kAccuracyOfAll, kAccuracyMean, kAccuracyMajority, kAccuracyWorst, kAccuracyBest,
    kAccuracyCircular, kAccuracyLeast, kAccuracyGreatest;
// recall.cpp
extern const Metric kGoldSlotAccuracy, kRstd, kGoldSlotTest;
// rates.cpp
extern const Metric kExtractionRate, kStatusCount, kTruncationRate, kUnfinishedRate, kCompliance;
// compliant.cpp
extern const Metric kCompliant, kCompliantStrict;
// entropy.cpp
extern const Metric kHInt, kHIntSd, kHIntTop100, kOptionEntropy, kOptionMargin, kOptionCoverage;
// modes.cpp
extern const Metric kHIntChange, kAccuracyChange, kAccuracyPairs;
// predictors.cpp
extern const Metric kPredictorAuroc, kPredictorAurc, kPredictorBrier;
// length.cpp
extern const Metric kLengthChars, kLengthTokens, kTokensGenerated, kTokensPrompt, kTokensPrefilled;
// commitment.cpp
extern const Metric kCcp, kCcpEq2, kSwitches;
// ranking.cpp
extern const Metric kCandidateWins;
// length_bins.cpp
extern const Metric kPbsByLength, kExcessByLength, kPbsByLengthAtAccuracy, kExcessByLengthAtAccuracy, kLengthViolations;
// length_trend.cpp
extern const Metric kBinLength, kPbsLine;
// calibration.cpp
extern const Metric kCalibration, kCalibrationError;
// length_effect.cpp
extern const Metric kLengthCorrelation, kPbsPerDoubling, kPullLengthTest, kPullPerDoubling;
// curve.cpp
extern const Metric kForcedCcp, kCcpGap, kAreaOverCurve, kAfterChange, kStatedAgreement, kCurveAccuracy,
    kCurveAgreement, kCurveEntropy, kCurveEat, kCurveMargin, kSoftPbs, kSoftExcess, kCurveCost;
// known.cpp
extern const Metric kKnownBefore, kKnownKappa, kThinkingGain, kKnownRestated, kStatedGain;
// free.cpp
extern const Metric kFreeAgreement, kExtractionGap;
// stopping.cpp
extern const Metric kStopAccuracy, kStopSaved, kStopExcess;
// budget.cpp
extern const Metric kBudgetSlope;
// truncation.cpp
extern const Metric kDuplicateShare, kChangeRate, kSideDifference, kChangeTrend, kExposure;
// destinations.cpp
extern const Metric kChangeToPreferred, kDestinationTest, kDestinationPull, kPreferredDestination;
// mitigation.cpp
extern const Metric kRemedyAccuracy, kRemedyGain, kRemedyExcess, kRemedyExcessChange, kRemedyTokens,
    kRemedyTokensChange;
// vote_residual.cpp
extern const Metric kVoteResidual;

// state_metrics.cpp
extern const Metric kStateDimension, kStateDimensionCorrected, kStateDimensionSubset, kStateDimensionSubsetSd,
    kStateTwoNn, kStateLbMle, kStateAuroc, kStateAurocDelong, kStateAurocTrain, kStateAurocGap, kStateAurocNested,
    kStateSelectedLayer, kStateDirectionAuroc, kStateDensityAuroc, kBaselineAuroc, kStateAddedValue, kStateTransfer,
    kStateTransferDataset, kStateTransferModel;

std::span<const Metric* const> metrics() {
  static constexpr std::array kAll{
      &kOrderTest,
      &kNInformative,
      &kPull,
      &kPreferredSlot,
      &kSlotCount,
      &kSlotResidual,
      &kSlotPreference,
      &kSameSlot,
      &kSlotEffectTest,
      &kLabelEffectTest,
      &kSlotEffect,
      &kLabelEffect,
      &kSlotPriorTest,
      &kSlotPrior,
      &kExcessPbs,
      &kPbs,
      &kPbsNull,
      &kPbsAvailable,
      &kPbsLeast,
      &kPbsGreatest,
      &kNpbs,
      &kFlipRate,
      &kPairDisagreement,
      &kFlipVsFirst,
      &kAccuracy,
      &kAccuracyOfAll,
      &kAccuracyMean,
      &kAccuracyMajority,
      &kAccuracyWorst,
      &kAccuracyBest,
      &kAccuracyCircular,
      &kAccuracyLeast,
      &kAccuracyGreatest,
      &kGoldSlotAccuracy,
      &kRstd,
      &kGoldSlotTest,
      &kFirstShownWins,
      &kTieRate,
      &kVerdictAgreement,
      &kVerdictAgreementSwapped,
      &kLongerWins,
      &kLengthSlope,
      &kCandidateWins,
      &kExtractionRate,
      &kStatusCount,
      &kTruncationRate,
      &kUnfinishedRate,
      &kCompliance,
      &kCompliant,
      &kCompliantStrict,
      &kHInt,
      &kHIntSd,
      &kHIntTop100,
      &kHIntChange,
      &kAccuracyChange,
      &kAccuracyPairs,
      &kOptionEntropy,
      &kOptionMargin,
      &kOptionCoverage,
      &kPredictorAuroc,
      &kPredictorAurc,
      &kPredictorBrier,
      &kCalibration,
      &kCalibrationError,
      &kLengthChars,
      &kLengthTokens,
      &kTokensGenerated,
      &kTokensPrompt,
      &kTokensPrefilled,
      &kCcp,
      &kCcpEq2,
      &kSwitches,
      &kPullLengthTest,
      &kPullPerDoubling,
      &kPbsPerDoubling,
      &kLengthCorrelation,
      &kPbsByLength,
      &kExcessByLength,
      &kPbsByLengthAtAccuracy,
      &kExcessByLengthAtAccuracy,
      &kLengthViolations,
      &kBinLength,
      &kPbsLine,
      &kBudgetSlope,
      &kForcedCcp,
      &kCcpGap,
      &kKnownBefore,
      &kKnownKappa,
      &kThinkingGain,
      &kKnownRestated,
      &kStatedGain,
      &kAreaOverCurve,
      &kAfterChange,
      &kStatedAgreement,
      &kCurveAccuracy,
      &kCurveAgreement,
      &kCurveEntropy,
      &kCurveEat,
      &kCurveMargin,
      &kSoftPbs,
      &kSoftExcess,
      &kCurveCost,
      &kFreeAgreement,
      &kExtractionGap,
      &kStopAccuracy,
      &kStopSaved,
      &kStopExcess,
      &kChangeRate,
      &kDuplicateShare,
      &kChangeToPreferred,
      &kDestinationTest,
      &kDestinationPull,
      &kPreferredDestination,
      &kSideDifference,
      &kChangeTrend,
      &kExposure,
      &kRemedyAccuracy,
      &kRemedyGain,
      &kRemedyExcess,
      &kRemedyExcessChange,
      &kRemedyTokens,
      &kRemedyTokensChange,
      &kVoteResidual,
      &kStateDimension,
      &kStateDimensionCorrected,
      &kStateDimensionSubset,
      &kStateDimensionSubsetSd,
      &kStateTwoNn,
      &kStateLbMle,
      &kStateAuroc,
      &kStateAurocDelong,
      &kStateAurocTrain,
      &kStateAurocGap,
      &kStateAurocNested,
      &kStateSelectedLayer,
      &kStateDirectionAuroc,
      &kStateDensityAuroc,
      &kBaselineAuroc,
      &kStateAddedValue,
      &kStateTransfer,
      &kStateTransferDataset,
      &kStateTransferModel,
  };
  return kAll;
}

std::span<const GroupKey> group_keys() {
  static constexpr std::array kKeys{
      GroupKey{"model", "the model's name in the study"},
      GroupKey{"dataset", "the data set's name in the study"},
      GroupKey{"mode", "the way of asking"},
      GroupKey{"treatment", "\"none\", \"label_rotate\", or what was done to the trajectory"},
      GroupKey{"items", "\"all items\", or \"without positional options\": those whose options name no other option"},
      GroupKey{"n_options", "items with this many options only; absent = pooled"},
      GroupKey{"slot", "place shown, \"A\" = first, whatever its label"},
      GroupKey{"label", "label shown, whatever its place"},
      GroupKey{"option", "option in the file's order, 1 = the first"},
      GroupKey{"status", "status of the reading"},
      GroupKey{"bins", "number of length bins"},
      GroupKey{"bin", "length bin, 1 = the shortest answers; of calibration, tenth of the confidence"},
      GroupKey{"accuracy",
               "\"none right\", \"some right\" or \"all right\": items by the share of their answers that is"},
      GroupKey{"chars", "length of the trajectory, code points"},
      GroupKey{"of", "\"pbs\", \"excess_pbs\" or \"accuracy\": what is held against length"},
      GroupKey{"correlation", "\"spearman\", \"pearson\", or \"pearson, log length\""},
      GroupKey{"at", "share of the trajectory"},
      GroupKey{"policy", "stopping policy, or what is done about the order"},
      GroupKey{"cut", "treatment that sampled the continuations"},
      GroupKey{"bucket", "share of the answer's tokens that a cut kept"},
      GroupKey{"side", "of the commitment point"},
      GroupKey{"items_compared", "\"with each other\", or \"each with itself\""},
      GroupKey{"point", "where in the trajectory hidden states were read: last_prompt, mean_prompt, first_output, ..."},
      GroupKey{"layer", "output of that block, 0 = embeddings, \"final\", \"all\" together, or the \"selected\" one"},
      GroupKey{"rows", "items of a random subset"},
      GroupKey{"target", "what a probe is asked: correct, compliant, gold, chosen, label, flips, excess"},
      GroupKey{"folds", "repeats x folds"},
      GroupKey{"baseline", "what needs no hidden state: prompt_length, entropy, margin"},
      GroupKey{"tested_on", "mode, data set or model whose held-out items the probe is tried on"},
      GroupKey{"against", "mode whose answers to the same items these are held against"},
      GroupKey{"against_dataset", "data set that puts the same questions without options"},
      GroupKey{"cell", "of the table of paired answers: which side is right"},
      GroupKey{"read_at", "\"last_prompt\", or the point of a curve whose commit suffix asked"},
      GroupKey{"predictor", "what is known of an answer before it is graded"},
      GroupKey{"interval", "\"delong\" or \"bootstrap\": how it was made"},
      GroupKey{"item", "id of one item"},
  };
  return kKeys;
}

namespace {

/// Throws Error(kUsage) when no item has the tag, or its name is taken.
void check_tag(const Observations& obs, const std::string& tag) {
  std::set<std::string> known;
  for (const auto& items : obs.items) {
    for (const Item& item : items) {
      for (const auto& [name, value] : item.tags) known.insert(name);
    }
  }
  for (const GroupKey& key : group_keys()) known.erase(std::string(key.name));
  if (known.contains(tag)) return;
  const std::string near = closest(tag, {known.begin(), known.end()});
  throw Error(ErrorKind::kUsage, fmt::format("no item has a tag '{}' to group by", tag),
              near.empty() ? fmt::format("tags of this study: {}",
                                         known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")))
                           : fmt::format("did you mean '{}'? tags: {}", near, fmt::join(known, ", ")));
}

using Group = std::map<std::string, std::string>;

/// What the results of a metric and configuration have in common.
void fill_in(Result& result, const Metric& metric, const Configuration& c) {
  result.metric = metric.name;
  result.unit = metric.unit;
  result.group.insert({{"model", c.model}, {"dataset", c.dataset}, {"mode", c.mode}, {"treatment", c.treatment}});
}

void compute_into(std::vector<Result>& out, const MetricInput& input, const Group& group) {
  const std::span<const Metric* const> all = metrics();
  std::vector<std::vector<Result>> results(all.size());
  in_parallel(all.size(), [&](std::size_t i) { results[i] = all[i]->compute(input); });
  for (std::size_t i = 0; i < all.size(); ++i)
    for (Result& result : results[i]) {
      fill_in(result, *all[i], input.configuration);
      result.group.insert(group.begin(), group.end());
      out.push_back(std::move(result));
    }
}

void visit_items(const MetricInput& input, bool with_p, const std::function<void(const Result&)>& visit) {
  for (const Metric* metric : metrics()) {
    if (!metric->each_item || (with_p && !metric->tests_items)) continue;
    Result result;
    fill_in(result, *metric, input.configuration);
    std::string& id = result.group["item"];
    metric->each_item(input, [&](const ItemResult& item) {
      id = item.item.id;
      result.value = item.value.value;
      result.reason = item.value.value ? "no interval: one item" : item.value.why_undefined;
      result.null = item.null;
      result.p = item.p;
      result.p_kind = item.p_kind;
      result.n = item.n;
      result.n_clusters = item.n > 0 ? 1 : 0;
      visit(result);
    });
  }
}

StateResults measure_states(const StateStudy& study, const MetricInput& input, bool thorough) {
  StateResults out;
  const StateTable* table = study.find(input.configuration);
  if (!table) return out;
  add_geometry(out, study, *table, input);
  add_probes(out, study, *table, input, thorough);
  add_transfer(out, study, *table, input, thorough);
  return out;
}

/// Both sets of items, of a configuration or of one of its groups.
void compute_sets(std::vector<Result>& out, const MetricInput& input, Group group) {
  group["items"] = kAllItems;
  compute_into(out, input, group);
  const auto positional = [](const ItemRows& item) { return item.item->flags.positional_options; };
  if (std::ranges::none_of(input.items, positional)) return;
  MetricInput without = input.only([](const Item& item) { return !item.flags.positional_options; });
  without.states = nullptr;
  group["items"] = kWithoutPositional;
  compute_into(out, without, group);
}

}  // namespace

std::vector<Result> compute_metrics(const Observations& obs, std::uint64_t seed, std::string_view group_by,
                                    bool per_item, const StateSource& states, SlotChoice preferred) {
  const std::string tag(group_by);
  if (!tag.empty()) check_tag(obs, tag);
  std::vector<Result> out;
  std::optional<StateStudy> study;
  if (states.store && states.store->wants_states()) study.emplace(obs, *states.store, seed);
  const StudyRows all = study_rows(obs);
  stats::Resamples resamples;
  for (const auto& [configuration, rows] : all.configurations) {
    MetricInput input = metric_input(all, configuration, seed);
    input.resamples = &resamples;
    input.preferred = preferred;
    const StateResults of_states = study ? measure_states(*study, input, states.thorough) : StateResults{};
    if (!of_states.empty()) input.states = &of_states;
    compute_sets(out, input, {});
    input.states = nullptr;
    if (tag.empty()) continue;
    std::set<std::string> values;
    for (const ItemRows* item : input.all())
      if (const auto it = item->item->tags.find(tag); it != item->item->tags.end()) values.insert(it->second);
    for (const std::string& value : values)
      compute_sets(out, input.only([&](const Item& item) {
        const auto it = item.tags.find(tag);
        return it != item.tags.end() && it->second == value;
      }),
                   {{tag, value}});
  }
  if (per_item) each_item_result(obs, seed, false, [&](const Result& result) { out.push_back(result); });
  return out;
}

void each_item_result(const Observations& obs, std::uint64_t seed, bool with_p,
                      const std::function<void(const Result&)>& visit) {
  const StudyRows all = study_rows(obs);
  for (const auto& [configuration, rows] : all.configurations)
    visit_items(metric_input(all, configuration, seed), with_p, visit);
}

const Result* find_result(std::span<const Result> results, const Configuration& c, std::string_view metric,
                          const std::map<std::string, std::string>& more) {
  Group wanted{{"model", c.model},
               {"dataset", c.dataset},
               {"mode", c.mode},
               {"treatment", c.treatment},
               {"items", std::string(kAllItems)}};
  for (const auto& [key, value] : more) wanted[key] = value;
  for (const Result& result : results) {
    if (result.metric == metric && result.group == wanted) return &result;
  }
  return nullptr;
}

const Result* find_result_any_m(std::span<const Result> results, const Configuration& c, std::string_view metric,
                                const std::map<std::string, std::string>& more) {
  const Result* pooled = find_result(results, c, metric, more);
  if (!pooled || pooled->value) return pooled;
  const Result* most = nullptr;
  for (int m = 2; m <= 26; ++m) {
    Group keys = more;
    keys["n_options"] = std::to_string(m);
    const Result* one = find_result(results, c, metric, keys);
    if (one && one->value && (!most || one->n_clusters > most->n_clusters)) most = one;
  }
  return most ? most : pooled;
}

std::string metrics_markdown() {
  std::string page =
      "# Metrics\n\nPrinted by `brink list metrics --markdown` from the table in `src/brink/metrics/metrics.cpp`.\n"
      "Every value comes with its 95 % interval, n, what was left out, and a reason where it is undefined:\n"
      "[results.md](results.md). \"brink\" as the source marks a definition of this program; arXiv 2605.06672 is the\n"
      "paper whose figures are kept beside them (\"More Thinking, More Bias\").\n\n"
      "| metric | unit | what it is | source | needs |\n|---|---|---|---|---|\n";
  for (const Metric* m : metrics()) {
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", m->name, m->unit, m->summary, m->source, m->needs);
  }
  return page;
}

}  // namespace brink
