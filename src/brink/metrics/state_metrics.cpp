// Rows of the table for what is measured on hidden states; the work is in state_geometry.cpp, state_probes.cpp and
// state_transfer.cpp.
#include <algorithm>

#include "brink/metrics/state_results.h"
#include "brink/metrics/support.h"

namespace brink {

std::map<std::string, std::vector<StateColumn>> columns_by_point(const StateTable& table) {
  std::map<std::string, std::vector<StateColumn>> out;
  for (const StateColumn& column : table.columns) out[column.point].push_back(column);
  return out;
}

Result tested_result(const Estimate& value, const std::optional<stats::Interval>& interval) {
  Result r = estimated(value, interval);
  if (r.value && !interval) r.reason = "no interval: fewer than 5 test items, or resamples of one class";
  return r;
}

std::vector<Result> state_results(const MetricInput& input, std::string_view metric) {
  if (!input.states) return {undefined("no hidden states: [states] in the study, and all items")};
  const auto found = input.states->find(metric);
  if (found == input.states->end()) return {undefined("not of these states")};
  return found->second;
}

namespace {

constexpr auto kPaper = "Intention Collapse, eq. 3-6";
constexpr auto kProtocol = "Intention Collapse, eq. 7-9";

}  // namespace

extern constinit const Metric kStateDimension{
    .name = "state_dimension",
    .summary =
        "Effective dimension of the states of a layer, one row an item (its first variant), or the mean over "
        "layers weighted by trace (`layer` = all); `null` = white noise of the same N and d. Interval: "
        "jackknife over items.",
    .unit = "directions",
    .source = kPaper,
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_dimension"); },
};
extern constinit const Metric kStateDimensionCorrected{
    .name = "state_dimension_corrected",
    .summary = "The same without the ceiling of N - 1: a ratio of unbiased estimates.",
    .unit = "directions",
    .source = "Himeno & Yamada 2014",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_dimension_corrected"); },
};
extern constinit const Metric kStateDimensionSubset{
    .name = "state_dimension_subset",
    .summary = "Mean effective dimension over layers of 50 random subsets of `rows` items; `null` = white noise.",
    .unit = "directions",
    .source = "Intention Collapse, sec. 3.3",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_dimension_subset"); },
};
extern constinit const Metric kStateDimensionSubsetSd{
    .name = "state_dimension_subset_sd",
    .summary = "Standard deviation over those subsets.",
    .unit = "directions",
    .source = "Intention Collapse, sec. 3.3",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_dimension_subset_sd"); },
};
extern constinit const Metric kStateTwoNn{
    .name = "state_twonn",
    .summary = "Intrinsic dimension by the distances to the two nearest neighbours.",
    .unit = "directions",
    .source = "Facco et al. 2017",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_twonn"); },
};
extern constinit const Metric kStateLbMle{
    .name = "state_lb_mle",
    .summary = "Intrinsic dimension by maximum likelihood from 10 to 20 neighbours, inverses averaged.",
    .unit = "directions",
    .source = "Levina & Bickel 2004; MacKay & Ghahramani 2005",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_lb_mle"); },
};
extern constinit const Metric kStateAuroc{
    .name = "state_auroc",
    .summary =
        "AUROC on test items of a linear probe of the states for `target`: of one layer, of the layer that "
        "validation selects (`selected`), or of all together (`all`, with p by label shuffles and their mean as "
        "`null`; else `null` = .5). Slots: the mean of each against the others.",
    .unit = "",
    .source = kProtocol,
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_auroc"); },
};
extern constinit const Metric kStateAurocDelong{
    .name = "state_auroc_delong",
    .summary = "The same of all layers, with the interval of DeLong, clustered by item.",
    .unit = "",
    .source = "DeLong et al. 1988; Obuchowski 1997",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_auroc_delong"); },
};
extern constinit const Metric kStateAurocTrain{
    .name = "state_auroc_train",
    .summary = "AUROC of that probe on the rows it was fitted to.",
    .unit = "",
    .source = kProtocol,
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_auroc_train"); },
};
extern constinit const Metric kStateAurocGap{
    .name = "state_auroc_gap",
    .summary = "That less the test AUROC.",
    .unit = "",
    .source = kProtocol,
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_auroc_gap"); },
};
extern constinit const Metric kStateAurocNested{
    .name = "state_auroc_nested",
    .summary = "Mean AUROC over five folds, each tested once a repeat with another choosing C: every item is tested.",
    .unit = "",
    .source = "LeDell, Petersen & van der Laan 2015",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_auroc_nested"); },
};
extern constinit const Metric kStateSelectedLayer{
    .name = "state_selected_layer",
    .summary = "Layer whose probe has the largest validation AUROC.",
    .unit = "layer",
    .source = "brink",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_selected_layer"); },
};
extern constinit const Metric kStateDirectionAuroc{
    .name = "state_direction_auroc",
    .summary = "AUROC on test items of the difference of the class means in training.",
    .unit = "",
    .source = "arXiv 2509.10625",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_direction_auroc"); },
};
extern constinit const Metric kStateDensityAuroc{
    .name = "state_density_auroc",
    .summary =
        "AUROC on test items of the log-density of the states under a normal distribution fitted in training "
        "without labels, its covariance shrunk.",
    .unit = "",
    .source = "Ledoit & Wolf 2004; after CLOTHO",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_density_auroc"); },
};
extern constinit const Metric kBaselineAuroc{
    .name = "baseline_auroc",
    .summary =
        "AUROC, by the same protocol, of what needs no state: prompt length, entropy of the first token, margin "
        "of the forced options.",
    .unit = "",
    .source = "brink",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "baseline_auroc"); },
};
extern constinit const Metric kStateAddedValue{
    .name = "state_added_value",
    .summary = "AUROC of all layers less that of the baseline with the largest validation AUROC; paired bootstrap.",
    .unit = "",
    .source = "brink",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_added_value"); },
};
extern constinit const Metric kStateTransfer{
    .name = "state_transfer",
    .summary = "AUROC of the mode's probe for `correct` on the test items of another mode of the model.",
    .unit = "",
    .source = "Intention Collapse, app. B.3",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_transfer"); },
};
extern constinit const Metric kStateTransferDataset{
    .name = "state_transfer_dataset",
    .summary =
        "The same on another data set in the same mode; a question that both have is tested only where it did not "
        "train "
        "the probe. With `brink report --thorough`.",
    .unit = "",
    .source = "brink",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_transfer_dataset"); },
};
extern constinit const Metric kStateTransferModel{
    .name = "state_transfer_model",
    .summary =
        "The same on another model with as many layers of the same width, in order of depth. With `brink report "
        "--thorough`.",
    .unit = "",
    .source = "brink",
    .needs = "states",
    .compute = [](const MetricInput& in) { return state_results(in, "state_transfer_model"); },
};

}  // namespace brink
