#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "brink/metrics/hand_made.h"
#include "brink/report/assets.h"
#include "brink/report/figures.h"
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
