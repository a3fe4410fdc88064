#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "brink/base/text.h"
#include "brink/metrics/hand_made.h"
#include "brink/report/family.h"
#include "brink/report/json_report.h"
#include "brink/report/table.h"
#include "brink/report/text_report.h"
#include "brink/report/verdict.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;
using testing::HasSubstr;
using testing::Not;

const Configuration kDirect{"tiny", "quiz", "direct", "none"};
const Configuration kCot{"tiny", "quiz", "cot", "none"};

/// Two modes of a tiny model: one leans to the first slot and loses answers, one keeps its contents.
Observations two_modes() {
  std::vector<Question> direct, cot;
  for (int i = 0; i < 12; ++i) {
    Question q{.answers = i % 3 == 0 ? consistent(i % 4) : "AAAD", .gold = i % 4};
    q.subject = i % 2 == 0 ? "colours" : "shapes";
    q.positional = i == 11;
    direct.push_back(q);
    q.answers = i == 5 ? "ABCA" : consistent(i % 4);
    cot.push_back(q);
  }
  direct[4].answers = "AA.t";
  direct[7].answers = "A!AA";
  Observations obs;
  hand_made::add(obs, direct, kDirect);
  hand_made::add(obs, cot, kCot);
  return obs;
}

std::string report_of(const Observations& obs, TextReportOptions options = {}) {
  return text_report(obs, compute_metrics(obs, 7, options.group_by), options);
}

TEST(TextReport, EqualsTheGoldenFile) {
  const Observations obs = two_modes();
  const std::string text = report_of(obs, {.width = 80, .group_by = "subject", .warnings = {"A warning."}});
  const std::string path = std::string(BRINK_SOURCE_DIR) + "/tests/golden/report.txt";
  if (std::getenv("BRINK_UPDATE_GOLDEN")) std::ofstream(path) << text;
  std::ifstream in(path);
  std::stringstream golden;
  golden << in.rdbuf();
  EXPECT_EQ(text, golden.str()) << "BRINK_UPDATE_GOLDEN=1 writes it anew";
}

TEST(TextReport, StaysWithinItsWidth) {
  const Observations obs = two_modes();
  for (const int width : {80, 120}) {
    std::istringstream lines(report_of(obs, {.width = width, .group_by = "subject", .warnings = {}}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(count_columns(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(TextReport, PutsLengthBesideBias) {
  Observations obs = two_modes();
  for (Observation& row : obs.rows)
    if (row.key.mode == "cot") row.reading.n_chars *= 3;
  const std::string text = report_of(obs, {.width = 10000, .group_by = {}, .warnings = {}});
  const std::size_t section = text.find("Two sources"), direct = text.find("tiny   direct", section);
  ASSERT_NE(direct, std::string::npos);
  EXPECT_LT(direct, text.find("tiny   cot", section)) << "the shorter answers first";
  EXPECT_THAT(text, testing::ContainsRegex("tiny +cot +direct +3\\.0 +-0\\.[0-9]+"));
}

TEST(TextReport, HasNoTwoSourcesOfOneConfiguration) {
  EXPECT_THAT(report_of(hand_made::study({{.answers = "ABCD"}})), Not(HasSubstr("Two sources of bias")));
}

TEST(TextReport, ShowsBiasAgainstAnAssignedLength) {
  Observations obs = hand_made::study(std::vector<Question>(5, {.answers = "ABCD"}));
  hand_made::add(obs, std::vector<Question>(5, {.answers = "AAAA"}), {"tiny", "quiz", "direct", "budget:4"});
  hand_made::add(obs, std::vector<Question>(5, {.answers = "ABCD"}), {"tiny", "quiz", "direct", "budget:8"});
  const std::string text = report_of(obs, {.width = 10000, .group_by = {}, .warnings = {}});
  EXPECT_THAT(text, HasSubstr("Bias against an assigned length"));
  EXPECT_THAT(text, HasSubstr(" +0.750 "));
  EXPECT_THAT(text, HasSubstr("over the 2 p-values of this section"));
}

TEST(Family, MarksWhatHoldsOverAllOfIt) {
  const Family family({.001, .02, .04, .5});  // Holm: .004, .06; Benjamini and Hochberg: .004, .04, .053
  EXPECT_EQ(family.equation(.001), "p = 0.001*");
  EXPECT_TRUE(family.text(.02).ends_with("+"));
  EXPECT_EQ(family.text(.04).find_first_of("*+"), std::string::npos);
  EXPECT_EQ(family.text({}), "n/a");
  EXPECT_TRUE(family.holds(.001));
  EXPECT_FALSE(family.holds(.02));
  EXPECT_FALSE(Family({}).holds({}));
}

TEST(TextReport, SaysWhatWasLeftOut) {
  const std::string text = report_of(two_modes(), {.width = 10000, .group_by = {}, .warnings = {}});
  EXPECT_THAT(text, HasSubstr("WARNING tiny direct: no answer read from 2 of 47 (4.3%): 1 truncated, 1 no answer"));
  EXPECT_THAT(text, HasSubstr("1 of 48 requests failed; they are left out, never counted as wrong"));
  EXPECT_THAT(text, HasSubstr("items name other options"));
  EXPECT_THAT(text, HasSubstr("Cyclic shifts alone do not separate slot, letter and relative order"));
}

TEST(TextReport, OfMixedOptionCountsShowsTheMostFrequentAndSaysWhich) {
  const std::vector<std::string> three = {"one", "two", "three"};
  const std::string text =
      report_of(hand_made::study({{.answers = "AAAA"}, {.answers = "AAAA"}, {.answers = "AAA", .options = three}}));
  EXPECT_THAT(text, HasSubstr("0.866 (m=4)"));
  EXPECT_THAT(text, HasSubstr("1 with 3, 2 with 4"));
}

TEST(TextReport, HasWhatTheStatesSayBesideTheEntropy) {
  Observations obs = two_modes();
  for (Observation& row : obs.rows)
    if (row.recorded) row.read_out = ReadOut{.entropy_bits = 1, .top = {}, .asked = {}};
  auto results = compute_metrics(obs, 7);
  Result probe = *find_result(results, kCot, "h_int");
  probe.metric = "state_auroc";
  probe.group.insert({{"point", "last_prompt"}, {"layer", "all"}, {"target", "correct"}});
  probe.value = .7;
  probe.low = .6;
  probe.high = .8;
  results.push_back(probe);
  const std::string text = text_report(obs, results, {.width = 10000, .group_by = {}, .warnings = {}});
  const std::size_t begin = text.find("Before the first token"), end = text.find("\n\n", begin);
  ASSERT_NE(begin, std::string::npos);
  const std::string section = text.substr(begin, end - begin);
  EXPECT_THAT(section, HasSubstr("AUROC of the state"));
  EXPECT_THAT(section, testing::ContainsRegex("tiny +cot .* 0\\.700 \\[0\\.600, 0\\.800\\]\n"));
}

TEST(TextReport, OfNothingSaysSo) { EXPECT_EQ(report_of({}), "No answers to report.\n"); }

TEST(Verdict, MattersOnlyAfterHolm) {
  // 5 of 6 two-option items at the first slot: p = .22; 9 of 9: p = .004, times two.
  const std::vector<std::string> two = {"first", "second"};
  Observations obs;
  std::vector<Question> few(6, {.answers = "AA", .options = two});
  few[0].answers = "BB";
  hand_made::add(obs, few, kCot);
  hand_made::add(obs, std::vector<Question>(9, {.answers = "AA", .options = two}), kDirect);
  const auto results = compute_metrics(obs, 7);
  const auto all = verdicts(results);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].configuration, kCot);
  EXPECT_EQ(all[0].word, Verdict::Word::kNotFound);
  EXPECT_EQ(all[1].word, Verdict::Word::kMatters);
  EXPECT_NEAR(all[1].p.value(), 2.0 / 512, 1e-12);
  EXPECT_NEAR(all[1].p_adjusted.value(), 4.0 / 512, 1e-12);
}

TEST(Verdict, WordsNameTheSlotOrWhatRemainsPossible) {
  const Observations biased = hand_made::study(std::vector<Question>(20, {.answers = "BBBB"}));
  const auto r1 = compute_metrics(biased, 7);
  EXPECT_THAT(sentence(verdicts(r1)[0], r1), HasSubstr("order matters: p < 1e-15"));
  EXPECT_THAT(sentence(verdicts(r1)[0], r1), HasSubstr("Slot B draws most beyond its share: pull +0.750"));

  const Observations two = hand_made::study({{.answers = "AAAA"}, {.answers = "BBBB"}});
  const auto r2 = compute_metrics(two, 7);
  EXPECT_THAT(sentence(verdicts(r2)[0], r2), HasSubstr("too few answers to say: 2 informative items; p ="));

  const Observations more = hand_made::study({{.answers = "AAAA"},
                                              {.answers = "BBBB"},
                                              {.answers = "CCCC"},
                                              {.answers = "DDDD"},
                                              {.answers = "AAAA"},
                                              {.answers = "BBBB"}});
  const auto r4 = compute_metrics(more, 7);
  EXPECT_THAT(sentence(verdicts(r4)[0], r4), HasSubstr("no order effect found at n = 6 items, 6 of them informative"));
  EXPECT_THAT(sentence(verdicts(r4)[0], r4),
              HasSubstr("remain possible (95% intervals): so few items cannot show a moderate effect, and this is no "
                        "evidence that there is none."));

  std::vector<Question> many;
  for (int i = 0; i < 400; ++i) many.push_back({.answers = std::string(4, static_cast<char>('A' + i % 4))});
  const auto r5 = compute_metrics(hand_made::study(many), 7);
  EXPECT_TRUE(sentence(verdicts(r5)[0], r5).ends_with("remain possible (95% intervals)."));

  const Observations fixed = hand_made::study({{.answers = consistent(0)}});
  const auto r3 = compute_metrics(fixed, 7);
  EXPECT_EQ(sentence(verdicts(r3)[0], r3), "no test: no informative item: none chose other contents in another order.");
}

TEST(JsonReport, HoldsEveryResult) {
  const Observations obs = two_modes();
  const auto results = compute_metrics(obs, 7);
  const Json json = json_report(results);
  EXPECT_EQ(json.at("brink_report"), kReportFormat);
  ASSERT_EQ(json.at("results").size(), results.size());
  for (const Json& r : json.at("results")) EXPECT_EQ(r.size(), 16u);
}

TEST(JsonReport, IsWrittenRowByRowAsItIsWhole) {
  auto results = compute_metrics(two_modes(), 7);
  results.front().reason = "a \"quote\",\nä line end";
  const auto first_item = std::ranges::find_if(results, [](const Result& r) { return r.group.contains("item"); });
  ASSERT_NE(first_item, results.end());
  ASSERT_TRUE(std::any_of(first_item, results.end(), [](const Result& r) { return r.p.has_value(); }));
  const auto n = static_cast<std::size_t>(first_item - results.begin());
  const Json audits = Json::array({{{"n", 1}, {"lines\nand \"quotes\"", Json::array({"x\ny", Json::object()})}}});
  for (const Json& with : {Json::array(), audits})
    for (const std::span<const Result> rows : {std::span<const Result>(results), std::span<const Result>()}) {
      Json whole = json_report(rows);
      if (!with.empty()) whole["audits"] = with;
      std::ostringstream out;
      const std::span<const Result> sets = rows.first(std::min(n, rows.size())), items = rows.subspan(sets.size());
      write_json_report(
          out, sets, [&](bool, const auto& visit) { std::ranges::for_each(items, visit); }, [&] { return with; });
      EXPECT_EQ(out.str(), whole.dump(2));
    }
}

TEST(JsonReport, AdjustsEachPOverItsMetricAndSetOfItems) {
  std::vector<Result> results;
  const auto add = [&](const char* metric, const char* mode, const char* items, std::optional<double> p) {
    Result& r = results.emplace_back();
    r.metric = metric;
    r.group = {{"mode", mode}, {"items", items}};
    r.p = p;
  };
  add("order_test", "direct", "all items", .01);
  add("order_test", "cot", "all items", .04);
  add("order_test", "cot", "without positional options", .04);
  add("pull", "cot", "all items", .04);
  add("order_test", "none", "all items", {});
  const Json rows = json_report(results).at("results");
  EXPECT_DOUBLE_EQ(rows[0].at("p_holm"), .02);
  EXPECT_DOUBLE_EQ(rows[1].at("p_holm"), .04);
  EXPECT_DOUBLE_EQ(rows[0].at("p_bh"), .02);
  EXPECT_DOUBLE_EQ(rows[2].at("p_holm"), .04);
  EXPECT_DOUBLE_EQ(rows[3].at("p_holm"), .04);
  EXPECT_EQ(rows[0].at("n_family"), 2);
  EXPECT_EQ(rows[3].at("n_family"), 1);
  EXPECT_TRUE(rows[4].at("p_holm").is_null());
  EXPECT_EQ(rows[4].at("n_family"), 0);
}

TEST(Table, SplitsIntoBlocksThatRepeatTheLabels) {
  const TextTable table{.head = {"name", "first", "second"}, .rows = {{"é", "1", "22"}}, .n_labels = 1};
  EXPECT_EQ(to_text(table, 80), "name  first  second\né         1      22\n");
  EXPECT_EQ(to_text(table, 12), "name  first\né         1\n\nname  second\né         22\n");
}

TEST(Table, LeavesOutColumnsOfNothing) {
  const TextTable table{.head = {"name", "first", "second"}, .rows = {{"a", "", "1"}, {"", "", ""}}, .n_labels = 1};
  EXPECT_EQ(to_text(table, 80), "name  second\na          1\n\n");
}

TEST(TextReport, RanksCandidatesWhereNothingIsRight) {
  std::vector<Question> items(8, {.answers = consistent(2), .gold = -1});
  items[0].answers = items[1].answers = consistent(1);
  Observations obs = hand_made::study(items);
  const std::string text = report_of(obs, {.width = 120, .group_by = "", .warnings = {}});
  EXPECT_THAT(text, HasSubstr("Which candidate wins?"));
  EXPECT_THAT(text, testing::ContainsRegex("tiny +direct +3 +75\\.0%[^\n]*\n *tiny +direct +2 +25\\.0%"));
  for (Item& item : obs.items[0]) item.tags["control"] = "content_free";
  EXPECT_THAT(report_of(obs, {.width = 120, .group_by = "", .warnings = {}}), Not(HasSubstr("Which candidate wins?")));
  for (Question& q : items) q.gold = 2;
  EXPECT_THAT(report_of(hand_made::study(items), {.width = 120, .group_by = "", .warnings = {}}),
              Not(HasSubstr("Which candidate wins?")));
}

TEST(Table, AlignsByTerminalColumns) {
  const TextTable table{.head = {"name", "n"}, .rows = {{"选项", "1"}, {"e\u0301", "2"}}, .n_labels = 1};
  EXPECT_EQ(to_text(table, 80), "name  n\n选项  1\ne\u0301     2\n");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
  EXPECT_EQ(wrap("选项 选项", 8, "- "), "- 选项\n  选项\n");
  EXPECT_EQ(wrap("one two three", 9, "- "), "- one two\n  three\n");
  EXPECT_EQ(wrap("", 9), "\n");
}

}  // namespace
}  // namespace brink
