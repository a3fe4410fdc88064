#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "brink/base/maybe.h"
#include "brink/report/format.h"
#include "brink/report/panel.h"
#include "brink/report/reference.h"

namespace brink {

extern const Panel kSlotChoicePanel, kPullPanel, kExcessPbsPanel, kPbsPanel, kPlaceOrTokenPanel, kCandidatesPanel,
    kAccuraciesPanel, kSlotAccuracyPanel, kPbsByLengthPanel, kLengthTrendPanel, kExcessByLengthPanel, kTwoSourcesPanel,
    kLengthCorrelationPanel, kPullPerDoublingPanel, kBudgetPanel, kCommitmentPointsPanel, kCurveAgreementPanel,
    kCurveAccuracyPanel, kCurveEntropyPanel, kSoftPbsPanel, kChangeRatePanel, kDestinationPanel, kKnownBeforePanel,
    kEntropyPanel, kEntropyShiftPanel, kPredictorsPanel, kCalibrationPanel, kProbeAurocPanel, kLayerAurocPanel,
    kLayerDimensionPanel, kSubsetDimensionPanel, kTransferPanel, kParetoPanel, kRemedyExcessPanel, kStoppingPanel;

std::span<const Panel* const> panels() {
  static constexpr std::array kAll{&kSlotChoicePanel,
                                   &kPullPanel,
                                   &kExcessPbsPanel,
                                   &kPbsPanel,
                                   &kPlaceOrTokenPanel,
                                   &kCandidatesPanel,
                                   &kAccuraciesPanel,
                                   &kSlotAccuracyPanel,
                                   &kPbsByLengthPanel,
                                   &kLengthTrendPanel,
                                   &kExcessByLengthPanel,
                                   &kTwoSourcesPanel,
                                   &kLengthCorrelationPanel,
                                   &kPullPerDoublingPanel,
                                   &kBudgetPanel,
                                   &kCommitmentPointsPanel,
                                   &kCurveAgreementPanel,
                                   &kCurveAccuracyPanel,
                                   &kCurveEntropyPanel,
                                   &kSoftPbsPanel,
                                   &kChangeRatePanel,
                                   &kDestinationPanel,
                                   &kKnownBeforePanel,
                                   &kEntropyPanel,
                                   &kEntropyShiftPanel,
                                   &kPredictorsPanel,
                                   &kCalibrationPanel,
                                   &kProbeAurocPanel,
                                   &kLayerAurocPanel,
                                   &kLayerDimensionPanel,
                                   &kSubsetDimensionPanel,
                                   &kTransferPanel,
                                   &kParetoPanel,
                                   &kRemedyExcessPanel,
                                   &kStoppingPanel};
  return kAll;
}

namespace {

Json row_of(const Result& r, const Configuration& c, bool several) {
  Json row{{"configuration", configuration_name(c)}, {"model", c.model}, {"mode", c.mode}};
  if (several) row["metric"] = r.metric;
  for (const auto& [key, value] : r.group) {
    if (key == "model" || key == "mode" || key == "dataset" || key == "items") continue;
    if (key == "treatment" && value == "none") continue;
    row[key] = value;
  }
  row["value"] = maybe(r.value);
  row["low"] = maybe(r.low);
  row["high"] = maybe(r.high);
  row["null"] = maybe(r.null);
  row["p"] = maybe(r.p);
  row["n"] = r.n;
  row["n_items"] = r.n_clusters;
  return row;
}

bool is_of(const Result& r, const Configuration& c) {
  const auto is = [&](const char* key, const std::string& value) {
    const auto found = r.group.find(key);
    return found != r.group.end() && found->second == value;
  };
  return is("model", c.model) && is("dataset", c.dataset) && is("mode", c.mode) && is("treatment", c.treatment) &&
         is("items", std::string(kAllItems));
}

}  // namespace

Json rows_of(const SectionInput& in, std::initializer_list<std::string_view> metrics) {
  Json rows = Json::array();
  for (const std::string_view metric : metrics)
    for (const Configuration& c : in.configurations) {
      std::vector<const Result*> pooled, of_one_m;
      for (const Result& r : in.results)
        if (r.metric == metric && r.value && !too_few(r) && is_of(r, c))
          (r.group.contains("n_options") ? of_one_m : pooled).push_back(&r);
      for (const Result* r : pooled.empty() ? of_one_m : pooled) rows.push_back(row_of(*r, c, metrics.size() > 1));
    }
  return rows;
}

Json rows_where(Json rows, std::string_view key, std::initializer_list<std::string_view> values) {
  Json out = Json::array();
  for (Json& row : rows) {
    const auto found = row.find(std::string(key));
    if (found == row.end()) continue;
    if (std::ranges::find(values, found->get_ref<const std::string&>()) != values.end()) out.push_back(std::move(row));
  }
  return out;
}

Json of_leading_probe(Json rows) {
  for (const char* key : {"point", "target"}) rows = rows_where(std::move(rows), key, {leading_probe().at(key)});
  return rows;
}

Json name_metrics(Json rows) {
  for (Json& row : rows)
    if (const auto of = row.find("of"); of != row.end())
      *of = *of == "pbs" ? Json("PBS") : *of == "excess_pbs" ? Json("excess PBS") : *of;
  return rows;
}

Json name_points(Json rows) {
  static const std::map<std::string, const char*> kNames{{"last_prompt", "end of the prompt"},
                                                         {"mean_prompt", "mean over the prompt"},
                                                         {"first_output", "first token of the answer"},
                                                         {"last_think", "end of the thinking"},
                                                         {"after_answer_delimiter", "just before the answer"},
                                                         {"last_output", "end of the answer"}};
  for (Json& row : rows)
    if (const auto found = kNames.find(row.value("point", std::string())); found != kNames.end())
      row["point"] = found->second;
  return rows;
}

Json with_number(Json rows, std::string_view key) {
  Json out = Json::array();
  for (Json& row : rows) {
    const auto found = row.find(std::string(key));
    if (found == row.end()) continue;
    const std::string word = found->get<std::string>();
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) continue;
    *found = number;
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace brink
