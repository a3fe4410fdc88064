#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "brink/metrics/hand_made.h"
#include "brink/report/assets.h"
#include "brink/report/figures.h"
#include "brink/report/html_answers.h"
#include "brink/report/html_parts.h"
#include "brink/report/panel.h"

namespace brink {
namespace {

using testing::HasSubstr;
using testing::Not;

const Configuration kDirect{"tiny", "quiz", "direct", "none"};

Observations leaning() {
  std::vector<hand_made::Question> questions;
  for (int i = 0; i < 40; ++i)
    questions.push_back({.answers = i % 3 == 0 ? hand_made::consistent(i % 4) : "AAAD", .gold = i % 4});
  Observations obs;
  hand_made::add(obs, questions, kDirect);
  return obs;
}

TEST(Panels, HaveDistinctIdsAndAQuestionOfTheReport) {
  std::set<std::string_view> ids;
  for (const Panel* panel : panels()) {
    EXPECT_TRUE(ids.insert(panel->id).second) << panel->id;
    EXPECT_THAT((std::set{kOrder, kLength, kCommitment, kBefore, kRemedies}), testing::Contains(panel->question));
    EXPECT_FALSE(panel->title.empty());
    EXPECT_TRUE(panel->what.ends_with('.')) << panel->id;
  }
}

TEST(Panels, BuildOnNothing) {
  for (const Panel* panel : panels()) {
    EXPECT_TRUE(panel->rows({}).empty()) << panel->id;
    EXPECT_TRUE(panel->rows({.configurations = std::span(&kDirect, 1), .results = {}}).empty()) << panel->id;
    EXPECT_TRUE(vega_lite(*panel).contains("encoding")) << panel->id;
  }
}

TEST(Panels, RowsHaveWhatTheChartsEncodingsName) {
  const Observations obs = leaning();
  const std::vector<Result> results = compute_metrics(obs, 1, {}, false);
  int n_drawn = 0;
  for (const Panel* panel : panels()) {
    const Json rows = panel->rows({.configurations = std::span(&kDirect, 1), .results = results});
    n_drawn += !rows.empty();
    for (const Json& row : rows) {
      EXPECT_EQ(row["configuration"], "tiny direct") << panel->id;
      EXPECT_TRUE(row["value"].is_number()) << panel->id << row;
      for (const std::string_view field : {panel->chart.x, panel->chart.series, panel->chart.label}) {
        EXPECT_TRUE(field.empty() || row.contains(std::string(field))) << panel->id << ' ' << field;
      }
    }
  }
  EXPECT_GE(n_drawn, 6);
}

TEST(Panels, SharesOfPlacesAddUpToOne) {
  const Observations obs = leaning();
  const std::vector<Result> results = compute_metrics(obs, 1, {}, false);
  for (const Panel* panel : panels()) {
    if (panel->id != "slot_choice") continue;
    double sum = 0;
    for (const Json& row : panel->rows({.configurations = std::span(&kDirect, 1), .results = results})) {
      sum += row["value"].get<double>();
      EXPECT_LT(row["null_low"].get<double>(), .25);
      EXPECT_GT(row["null_high"].get<double>(), .25);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

const Panel& panel(std::string_view id) {
  for (const Panel* one : panels())
    if (one->id == id) return *one;
  throw std::out_of_range(std::string(id));
}

TEST(LengthTrend, HasBinsBothLinesAndTheCorrelation) {
  const Observations obs = leaning();
  const std::vector<Result> results = compute_metrics(obs, 1, {}, false);
  std::map<std::string, int> parts;
  std::vector<Json> bins, means;
  for (const Json& row : panel("length_trend").rows({.configurations = std::span(&kDirect, 1), .results = results})) {
    ++parts[row["part"].get<std::string>()];
    if (row["part"] == "bin") bins.push_back(row);
    if (row["part"] == "means") means.push_back(row);
  }
  EXPECT_EQ(parts, (std::map<std::string, int>{{"bin", 4}, {"line", 9}, {"means", 2}}));
  EXPECT_TRUE(bins.back()["label"].get<std::string>().starts_with("ρ = "));
  EXPECT_EQ(bins.front()["label"], "");
  // Least squares through four points goes through their mean.
  const auto value = [](const Json& row) { return row["value"].get<double>(); };
  const auto at = [](const Json& row) { return row["length"].get<double>(); };
  double mean_value = 0, mean_length = 0;
  for (const Json& row : bins) {
    mean_value += value(row) / 4;
    mean_length += at(row) / 4;
  }
  const double share = (mean_length - at(means[0])) / (at(means[1]) - at(means[0]));
  EXPECT_NEAR(value(means[0]) + share * (value(means[1]) - value(means[0])), mean_value, 1e-12);
}

const Configuration kTiny{"tiny", "quiz", "direct", "none"};
const std::map<std::string, std::string> kProbe{{"point", "last_prompt"}, {"layer", "all"}, {"target", "correct"}};

TEST(Answers, SayWhatTheStatesForetellAndAddTheTable) {
  std::map<std::string, std::string> added = kProbe;
  added["baseline"] = "entropy";
  const std::vector<Result> results{
      hand_made::result(kTiny, "order_test", {}, 3), hand_made::result(kTiny, "state_auroc", kProbe, .7, .01),
      hand_made::result(kTiny, "state_added_value", added, .05),
      hand_made::result(kTiny, "calibration_error", {{"read_at", "last_prompt"}}, .2, .001)};
  const std::vector<Verdict> all = verdicts(results);
  for (const Json& question : answers_json(all, results)) {
    if (question["id"] != kBefore) continue;
    ASSERT_EQ(question["answers"].size(), 1u);
    EXPECT_EQ(
        question["answers"][0]["text"],
        "a linear probe of the hidden states is not shown to foretell a right answer (AUROC 0.700, 40 items, p = 0.010 "
        "by shuffled labels), +0.050 beyond entropy, the baseline that validation takes. Confidence (end of the "
        "prompt) does not mean what it says: it is off by 20.0% (n/a by "
        "chance, "
        "p = 0.001).");
    EXPECT_EQ(question["tables"][0]["title"], "Probes of the hidden states");
    EXPECT_EQ(question["tables"][0]["rows"].size(), 1u);
    return;
  }
  FAIL() << "no such question";
}

TEST(Transfer, HasEachModeAtHomeAndOneOrderBothWays) {
  const Configuration cot{"tiny", "quiz", "cot", "none"};
  std::map<std::string, std::string> to_cot = kProbe, to_direct = kProbe;
  to_cot["tested_on"] = "cot";
  to_direct["tested_on"] = "direct";
  std::vector<Result> results{
      hand_made::result(kTiny, "state_transfer", to_cot, .6), hand_made::result(kTiny, "state_transfer", to_direct, .4),
      hand_made::result(kTiny, "state_auroc", kProbe, .7), hand_made::result(kTiny, "state_auroc", kProbe, .8)};
  results[1].group["mode"] = results[3].group["mode"] = "cot";
  const std::vector<Configuration> both{kDirect, cot};
  std::vector<std::string> cells;
  for (const Json& row : panel("transfer").rows({.configurations = both, .results = results}))
    cells.push_back(row["mode"].get<std::string>() + ">" + row["tested_on"].get<std::string>());
  EXPECT_THAT(cells, testing::ElementsAre("direct>direct", "direct>cot", "cot>direct", "cot>cot"));
  EXPECT_EQ(vega_lite(panel("transfer"))["layer"][0]["encoding"]["color"]["scale"]["domainMid"], .5);
}

TEST(Figures, APartIsAFigureOfItsOwn) {
  const std::map<std::string, std::string> prompt{{"point", "last_prompt"}, {"layer", "4"}},
      answer{{"point", "last_output"}, {"layer", "4"}};
  const std::vector<Result> results{hand_made::result(kTiny, "state_dimension_corrected", prompt, 3),
                                    hand_made::result(kTiny, "state_dimension_corrected", answer, 5)};
  const auto parts = panel_figures(panel("layer_dimension"), std::span(&kDirect, 1), results);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].part, "end of the prompt");
  EXPECT_EQ(parts[0].rows.size(), 1u);
  EXPECT_EQ(parts[1].name, "layer_dimension-quiz-end_of_the_answer");
}

TEST(Figures, AreNamedApartAndHoldTheirData) {
  const Observations obs = leaning();
  const std::vector<Result> results = compute_metrics(obs, 1, {}, false);
  std::set<std::string> names;
  for (const NamedFigure& figure : figures(results)) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_FALSE(figure.spec["data"]["values"].empty()) << figure.name;
  }
  EXPECT_TRUE(names.contains("pull-quiz"));
}

TEST(ScriptJson, NeverEndsTheElementThatHoldsIt) {
  const Json hostile{{"</script><script>", "<!-- --> ]]> \xE2\x80\xA8 \xFF"}};
  const std::string text = script_json(hostile);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  EXPECT_TRUE(Json::parse(text).contains("</script><script>"));
}

TEST(Base64, IsRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(PageAssets, AreBuiltIn) {
  const PageAssets assets = page_assets();
  EXPECT_THAT(assets.script, HasSubstr("vegaInterpreter"));
  EXPECT_THAT(assets.style, HasSubstr(":root"));
  EXPECT_GT(assets.vega.size(), 100'000U);
  EXPECT_GT(assets.vega_lite.size(), 100'000U);
  EXPECT_THAT(assets.licence, HasSubstr("Redistribution"));
  for (const std::string_view part : {assets.script, assets.vega, assets.vega_lite}) {
    EXPECT_THAT(part, Not(HasSubstr("</script")));
    EXPECT_THAT(part, Not(HasSubstr("<!--")));
  }
}

}  // namespace
}  // namespace brink
