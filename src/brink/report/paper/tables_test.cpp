#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "brink/metrics/hand_made.h"
#include "brink/report/paper_tables.h"

namespace brink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Keys = std::map<std::string, std::string>;

const Configuration kBaseline{"tiny", "sums", "intention/baseline", "none"};
const Configuration kCot{"tiny", "sums", "intention/cot", "none"};
const Keys kStates{{"point", "last_prompt"}, {"layer", "all"}};
const Keys kProbe{{"point", "last_prompt"}, {"layer", "all"}, {"target", "correct"}};

struct Made {
  std::optional<double> value = {}, low = {}, high = {}, p = {}, null = {};
};

Result made(const Configuration& c, const char* metric, const Made& m, const Keys& keys = {}) {
  Result r;
  r.metric = metric;
  r.group = {{"model", c.model},
             {"dataset", c.dataset},
             {"mode", c.mode},
             {"treatment", c.treatment},
             {"items", std::string(kAllItems)}};
  r.group.insert(keys.begin(), keys.end());
  r.value = m.value;
  r.low = m.low;
  r.high = m.high;
  r.p = m.p;
  r.null = m.null;
  r.n = r.n_clusters = 40;
  return r;
}

const PaperTable* table(const std::vector<PaperTable>& tables, std::string_view title) {
  for (const PaperTable& t : tables)
    if (t.title.starts_with(title)) return &t;
  return nullptr;
}

std::vector<Result> two_modes() {
  return {
      made(kBaseline, "h_int", {.value = 2.386}),
      made(kBaseline, "h_int_change", {}),  // held against none
      made(kBaseline, "accuracy_of_all", {.value = .11, .low = .07, .high = .16}),
      made(kBaseline, "state_auroc", {.value = .57, .low = .37, .high = .79, .p = .2, .null = .53}, kProbe),
      made(kBaseline, "state_auroc_train", {.value = 1}, kProbe),
      made(kBaseline, "state_auroc_gap", {.value = .43}, kProbe),
      made(kCot, "h_int", {.value = .372, .low = .3, .high = .45}),
      made(kCot, "h_int_sd", {.value = .25}),
      made(kCot, "h_int_change", {.value = -2.014, .low = -2.2, .high = -1.8}, {{"against", kBaseline.mode}}),
      made(kCot, "accuracy_of_all", {.value = .5, .low = .431, .high = .569}),
      made(kCot, "state_dimension", {.value = 7.25, .low = 6, .high = 8.5}, kStates),
      made(kCot, "state_auroc", {.value = .69, .low = .61, .high = .76, .null = .5}, kProbe),
      made(kCot, "length_tokens", {.value = 211.6}),
  };
}

TEST(PaperTables, HoldEachModeAgainstTheBaselineOfItsModelAndData) {
  std::vector<Result> results = two_modes();
  Configuration other = kBaseline;  // of another data set, sorted before: not what kCot is held against
  other.dataset = "arc";
  other.mode = "intention/a";
  results.push_back(made(other, "h_int", {.value = 1}));
  results.push_back(made(other, "h_int_change", {}));
  const auto tables = paper_tables(results);
  const PaperTable* t = table(tables, "Modes before the first token");
  ASSERT_NE(t, nullptr);
  ASSERT_EQ(t->rows.size(), 3u);
  EXPECT_THAT(t->rows[1], ElementsAre("sums", "tiny", "intention/baseline", "40", "11.0% [7, 16]", "2.386", "n/a",
                                      "n/a", "n/a", "n/a", "0.570 [0.370, 0.790]", "n/a"));
  EXPECT_THAT(t->rows[2], ElementsAre("sums", "tiny", "intention/cot", "40", "50.0% [43, 57]", "0.372 ± 0.250",
                                      "intention/baseline", "-2.014 [-2.200, -1.800]", "CF", "7.250 [6.000, 8.500]",
                                      "0.690 [0.610, 0.760]*", "212"));
  EXPECT_THAT(to_text(tables, TableFormat::kLatex), HasSubstr("\\label{tab:modes}\n"));
  EXPECT_THAT(to_text(tables, TableFormat::kLatex), HasSubstr(R"(0.372 $\pm$ 0.250 & intention/baseline)"));
}

TEST(PaperTables, ShowHowFarAProbeCanBeTrusted) {
  std::vector<Result> results = two_modes();
  Keys folds = kProbe;
  folds["folds"] = "5 x 5";
  results.push_back(made(kBaseline, "state_auroc_nested", {.value = .55, .low = .45, .high = .65}, folds));
  Keys baseline = kProbe;
  baseline["baseline"] = "prompt_length";
  results.push_back(made(kBaseline, "state_added_value", {.value = .02, .low = -.05, .high = .09}, baseline));
  baseline.erase("layer");
  results.push_back(made(kBaseline, "baseline_auroc", {.value = .55}, baseline));
  const auto tables = paper_tables(results);
  const PaperTable* t = table(tables, "Probes of the hidden states");
  ASSERT_NE(t, nullptr);
  ASSERT_EQ(t->rows.size(), 2u);
  EXPECT_THAT(t->rows[0],
              ElementsAre("sums", "tiny", "intention/baseline", "40", "1.000", "0.570 [0.370, 0.790]", "0.530", "0.200",
                          "0.550 [0.450, 0.650]", "+0.430", "prompt length 0.550", "+0.020 [-0.050, +0.090]"));
  EXPECT_THAT(t->rows[1], ElementsAre("sums", "tiny", "intention/cot", "40", "n/a", "0.690 [0.610, 0.760]", "n/a",
                                      "n/a", "n/a", "n/a", "n/a", "n/a"))
      << "the null of a probe without shuffles is chance, not their mean";
}

TEST(PaperTables, CountChangesOfCutAnswers) {
  const Keys cut{{"cut", "truncate"}};
  const auto with = [&](const char* key, const char* value) {
    Keys out = cut;
    out[key] = value;
    return out;
  };
  const std::vector<Result> results{
      made(kCot, "change_rate", {.value = .25, .low = .2, .high = .3}, cut),
      made(kCot, "change_rate", {.value = .5}, with("side", "before the commitment point")),
      made(kCot, "change_rate", {.value = .75}, with("bucket", "0.3 to 0.5")),
      made(kCot, "change_rate", {}, {{"cut", "placebo"}}),
      made(kCot, "change_trend", {.value = -3, .p = .003}, with("items_compared", "each with itself")),
      made(kCot, "destination_test", {.value = 9, .p = .02}, cut),
      made(kCot, "preferred_destination", {.value = 1, .p = .04}, cut),
      made(kCot, "destination_pull", {.value = .3, .low = .1, .high = .5}, with("slot", "A")),
      made(kCot, "destination_pull", {.value = .125, .low = .1, .high = .15}, with("slot", "B")),
  };
  const auto tables = paper_tables(results);
  const PaperTable* t = table(tables, "Continuations of cut answers");
  ASSERT_NE(t, nullptr);
  ASSERT_EQ(t->rows.size(), 1u);
  EXPECT_EQ(t->rows[0].size(), t->head.size());
  EXPECT_THAT(t->rows[0], ElementsAre("sums", "tiny", "intention/cot", "truncate", "25.0% [20, 30] (40)", "50.0% (40)",
                                      "n/a", "n/a", "0.003", "n/a", "75.0% (40)", "n/a", "n/a", "n/a", "0.020", "B",
                                      "+0.125 [+0.100, +0.150]", "0.040"));
}

TEST(PaperTables, LeaveOutResultsThatNameNothing) {
  std::vector<Result> results = two_modes();
  const auto before = to_text(paper_tables(results), TableFormat::kCsv);
  for (const char* metric : {"h_int", "h_int_change", "state_auroc", "change_rate", "destination_pull"}) {
    Result& r = results.emplace_back();
    r.metric = metric;
    r.value = 1;
  }
  EXPECT_EQ(to_text(paper_tables(results), TableFormat::kCsv), before);
}

TEST(PaperTables, EscapeWhatTheirFormatsRead) {
  const Configuration hostile{"a_b & 50%|\"q\",<i>", "quiz", "direct", "none"};
  Observations obs;
  hand_made::add(obs, {{.answers = "AAAD"}, {.answers = "ABCD"}}, hostile);
  const std::vector<PaperTable> tables = paper_tables(compute_metrics(obs, 1, {}, false));
  ASSERT_FALSE(tables.empty());
  for (const PaperTable& t : tables)
    for (const auto& row : t.rows) EXPECT_EQ(row.size(), t.head.size());
  EXPECT_THAT(to_text(tables, TableFormat::kLatex), HasSubstr(R"(a\_b \& 50\%|"q",<i>)"));
  EXPECT_THAT(to_text(tables, TableFormat::kMarkdown), HasSubstr(R"(a\_b & 50%\|"q",\<i>)"));
  EXPECT_THAT(to_text(tables, TableFormat::kCsv), HasSubstr(R"("a_b & 50%|""q"",<i>")"));
}

}  // namespace
}  // namespace brink
