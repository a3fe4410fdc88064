#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "brink/extract/states.h"
#include "brink/metrics/result_json.h"
#include "brink/report/figures.h"
#include "brink/report/format.h"
#include "brink/report/html_answers.h"
#include "brink/report/html_parts.h"
#include "brink/report/notes.h"
#include "brink/report/panel.h"
#include "brink/report/verdict.h"

namespace brink {
namespace {

/// A column of the front page's table; names of formats are those of assets/format.js.
struct FrontColumn {
  const char *metric, *label, *format, *group;
  bool of_one_order = true;  // also where every item was asked in one order
};
constexpr FrontColumn kFrontColumns[] = {
    {"order_test", "order test p", "p", "order", false},
    {"excess_pbs", "excess PBS", "signed", "order", false},
    {"pbs", "PBS", "number", "order", false},
    {"flip_rate", "items that flip", "percent", "order", false},
    {"accuracy", "accuracy of the answers read, file's order", "percent", "accuracy"},
    {"accuracy_of_all", "accuracy of all answers, file's order", "percent", "accuracy"},
    {"accuracy_mean", "of the answers read, mean of the orders", "percent", "accuracy", false},
    {"accuracy_majority", "majority", "percent", "accuracy", false},
    {"accuracy_worst", "worst order", "percent", "accuracy", false},
    {"accuracy_circular", "right in all orders", "percent", "accuracy", false},
    {"rstd", "RStd", "number", "accuracy", false},
    {"extraction_rate", "read", "percent", "reading"},
    {"truncation_rate", "cut off", "percent", "reading"},
    {"ccp", "CCP, A.3", "number", "commitment"},
    {"ccp_eq2", "CCP, eq. 2", "number", "commitment"},
    {"forced_ccp", "forced CCP", "number", "commitment"},
    {"length_chars", "code points", "count", "length"},
    {"length_tokens", "tokens", "count", "length"},
};

Json number_json(const Result& r) {
  Json out = result_json(r);
  if (r.group.contains("n_options")) out["n_options"] = r.key("n_options");
  for (const char* key : {"metric", "group"}) out.erase(key);
  return out;
}

Json statuses_json(const Configuration& c, std::span<const Result> results) {
  Json out = Json::object();
  for (int i = 0; i < kNStatuses; ++i) {
    const std::string status(to_string(static_cast<Status>(i)));
    const Result* r = find_result(results, c, "status_count", {{"status", status}});
    if (r && r->value) out[status] = *r->value;
  }
  const Result* test = find_result(results, c, "order_test");
  if (test && test->left_out.contains("missing")) out["missing"] = test->left_out.at("missing");
  return out;
}

/// How a configuration was asked, which says what can be told of it.
struct Asked {
  bool one_order = true, states_alone = true;
};

std::map<Configuration, Asked> how_asked(const Observations& obs) {
  std::map<Configuration, Asked> out;
  for (const auto& [c, rows] : by_configuration(obs))
    out[c] = {in_one_order(rows), std::ranges::all_of(rows, [](const Observation* row) {
                return !of_study(row->key) || of_state_labels(*row);
              })};
  return out;
}

Json configuration_json(const Verdict& v, std::span<const Result> results, const Asked& asked) {
  const Configuration& c = v.configuration;
  if (asked.states_alone)
    return {{"name", configuration_name(c)},
            {"model", c.model},
            {"dataset", c.dataset},
            {"mode", c.mode},
            {"treatment", c.treatment},
            {"word", "states alone"},
            {"sentence", "imported states: nothing was answered, so that only what the states hold can be told."},
            {"numbers", Json::object()},
            {"statuses", Json::object()}};
  Json out{{"name", configuration_name(c)},
           {"model", c.model},
           {"dataset", c.dataset},
           {"mode", c.mode},
           {"treatment", c.treatment},
           {"word", to_string(v.word)},
           {"sentence", typeset(sentence(v, results))}};
  Json& numbers = out["numbers"] = Json::object();
  for (const FrontColumn& column : kFrontColumns) {
    if (asked.one_order && !column.of_one_order) continue;
    if (const Result* r = find_result_any_m(results, c, column.metric)) numbers[column.metric] = number_json(*r);
  }
  if (const auto slot = preferred_slot(v, results)) {
    numbers["pull"] = number_json(*slot->second);
    numbers["pull"]["slot"] = slot->first;
  }
  out["statuses"] = statuses_json(c, results);
  return out;
}

Json panels_json(std::span<const Configuration> all, std::span<const Result> results) {
  Json out = Json::array();
  for (const Panel* panel : panels()) {
    Json figures = Json::array();
    for (PanelFigure& f : panel_figures(*panel, all, results))
      figures.push_back({{"dataset", f.dataset}, {"part", f.part}, {"file", f.name}, {"rows", std::move(f.rows)}});
    if (figures.empty()) continue;
    out.push_back({{"id", panel->id},
                   {"question", panel->question},
                   {"title", panel->title},
                   {"what", panel->what},
                   {"spec", vega_lite(*panel)},
                   {"figures", std::move(figures)}});
  }
  return out;
}

}  // namespace

Json front_json(const PageInput& input, const PageOptions& options) {
  std::vector<Result> results;
  for (const Result& r : input.results)
    if (!r.group.contains("item")) results.push_back(r);
  const std::vector<Verdict> all = verdicts(results);
  std::vector<Configuration> configurations;
  std::set<std::string> datasets;
  std::map<Configuration, Asked> asked = how_asked(input.obs);
  const bool answered = std::ranges::any_of(asked, [](const auto& one) { return !one.second.states_alone; });
  Json verdict_list = Json::array(), columns = Json::array(), notes_of = Json::object();
  for (const Verdict& v : all) {
    configurations.push_back(v.configuration);
    datasets.insert(v.configuration.dataset);
    verdict_list.push_back(configuration_json(v, results, asked[v.configuration]));
  }
  for (const FrontColumn& c : kFrontColumns)
    columns.push_back({{"metric", c.metric}, {"label", c.label}, {"format", c.format}, {"group", c.group}});
  for (const std::string& dataset : datasets) {
    notes_of[dataset] = Json::array();
    for (std::string& note : notes(input.obs, results, dataset)) notes_of[dataset].push_back(typeset(std::move(note)));
  }
  return {{"brink_page", 1},
          {"title", options.title},
          {"datasets", datasets},
          {"columns", std::move(columns)},
          {"configurations", std::move(verdict_list)},
          {"questions", answers_json(all, results, answered)},
          {"panels", panels_json(configurations, results)},
          {"notes", std::move(notes_of)},
          {"warnings", options.warnings},
          {"text", options.text}};
}

}  // namespace brink
