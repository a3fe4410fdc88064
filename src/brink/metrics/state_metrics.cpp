// Rows of the table for what is measured on hidden states; the work is in state_geometry.cpp, state_probes.cpp and
// state_transfer.cpp.
#include <algorithm>
#include <string_view>

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

/// A name that a template can take.
template <std::size_t n>
struct Name {
  char text[n];
  constexpr Name(const char (&of)[n]) { std::copy_n(of, n, text); }
  constexpr std::string_view view() const { return {text, n - 1}; }
};

template <Name name>
constexpr Metric row(std::string_view summary, std::string_view unit, std::string_view source) {
  return {.name = name.view(),
          .summary = summary,
          .unit = unit,
          .source = source,
          .needs = "states",
          .compute = [](const MetricInput& in) { return state_results(in, name.view()); }};
}

}  // namespace

extern constinit const Metric kStateDimension = row<"state_dimension">(
    "Effective dimension of the states of a layer, one row an item (its first variant), or the mean over "
    "layers weighted by trace (`layer` = all); `null` = white noise of the same N and d. Interval: "
    "jackknife over items.",
    "directions", kPaper);
extern constinit const Metric kStateDimensionCorrected = row<"state_dimension_corrected">(
    "The same without the ceiling of N - 1: a ratio of unbiased estimates.", "directions", "Himeno & Yamada 2014");
extern constinit const Metric kStateDimensionSubset = row<"state_dimension_subset">(
    "Mean effective dimension over layers of 50 random subsets of `rows` items; `null` = white noise.", "directions",
    "Intention Collapse, sec. 3.3");
extern constinit const Metric kStateDimensionSubsetSd = row<"state_dimension_subset_sd">(
    "Standard deviation over those subsets.", "directions", "Intention Collapse, sec. 3.3");
extern constinit const Metric kStateTwoNn = row<"state_twonn">(
    "Intrinsic dimension by the distances to the two nearest neighbours.", "directions", "Facco et al. 2017");
extern constinit const Metric kStateLbMle =
    row<"state_lb_mle">("Intrinsic dimension by maximum likelihood from 10 to 20 neighbours, inverses averaged.",
                        "directions", "Levina & Bickel 2004; MacKay & Ghahramani 2005");
extern constinit const Metric kStateAuroc = row<"state_auroc">(
    "AUROC on test items of a linear probe of the states for `target`: of one layer, of the layer that "
    "validation selects (`selected`), or of all together (`all`, with p by label shuffles and their mean as "
    "`null`; else `null` = .5). Slots: the mean of each against the others.",
    "", kProtocol);
extern constinit const Metric kStateAurocDelong =
    row<"state_auroc_delong">("The same of all layers, with the interval of DeLong, clustered by item.", "",
                              "DeLong et al. 1988; Obuchowski 1997");
extern constinit const Metric kStateAurocTrain =
    row<"state_auroc_train">("AUROC of that probe on the rows it was fitted to.", "", kProtocol);
extern constinit const Metric kStateAurocGap = row<"state_auroc_gap">("That less the test AUROC.", "", kProtocol);
extern constinit const Metric kStateAurocNested = row<"state_auroc_nested">(
    "Mean AUROC over five folds, each tested once a repeat with another choosing C: every item is tested.", "",
    "LeDell, Petersen & van der Laan 2015");
extern constinit const Metric kStateSelectedLayer =
    row<"state_selected_layer">("Layer whose probe has the largest validation AUROC.", "layer", "brink");
extern constinit const Metric kStateDirectionAuroc = row<"state_direction_auroc">(
    "AUROC on test items of the difference of the class means in training.", "", "arXiv 2509.10625");
extern constinit const Metric kStateDensityAuroc = row<"state_density_auroc">(
    "AUROC on test items of the log-density of the states under a normal distribution fitted in training "
    "without labels, its covariance shrunk.",
    "", "Ledoit & Wolf 2004; after CLOTHO");
extern constinit const Metric kBaselineAuroc = row<"baseline_auroc">(
    "AUROC, by the same protocol, of what needs no state: prompt length, entropy of the first token, margin "
    "of the forced options.",
    "", "brink");
extern constinit const Metric kStateAddedValue = row<"state_added_value">(
    "AUROC of all layers less that of the baseline with the largest validation AUROC; paired bootstrap.", "", "brink");
extern constinit const Metric kStateTransfer =
    row<"state_transfer">("AUROC of the mode's probe for `correct` on the test items of another mode of the model.", "",
                          "Intention Collapse, app. B.3");
extern constinit const Metric kStateTransferDataset = row<"state_transfer_dataset">(
    "The same on another data set in the same mode; a question that both have is tested only where it did not train "
    "the probe. With `brink report --thorough`.",
    "", "brink");
extern constinit const Metric kStateTransferModel = row<"state_transfer_model">(
    "The same on another model with as many layers of the same width, in order of depth. With `brink report "
    "--thorough`.",
    "", "brink");

}  // namespace brink
