// What holds for every row of the metric table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "brink/base/error.h"
#include "brink/base/rng.h"
#include "brink/metrics/hand_made.h"
#include "brink/metrics/metric.h"
#include "brink/metrics/result_json.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;

constexpr std::uint64_t kSeed = 7;

std::vector<Question> repeated(int n, const Question& q) {
  return std::vector<Question>(static_cast<std::size_t>(n), q);
}

/// Tables that a metric may meet, by name.
std::vector<std::pair<std::string, std::vector<Question>>> tables() {
  const std::vector<std::string> three = {"one", "two", "three"};
  const std::vector<std::string> two = {"this answer", "that answer"};
  Question all_failed{.answers = "!!!!"}, all_missing{.answers = "????"}, unread{.answers = ".tTm"};
  return {
      {"one row", {{.answers = "A"}}},
      {"one item", {{.answers = "ABCA"}}},
      {"constant: the first slot", repeated(12, {.answers = "AAAA"})},
      {"constant: one content", repeated(12, {.answers = consistent(0)})},
      {"all failed", repeated(5, all_failed)},
      {"none asked", repeated(5, all_missing)},
      {"none read", repeated(5, unread)},
      {"no gold", repeated(5, {.answers = "ABBA", .gold = -1})},
      {"two options",
       {{.answers = "AA", .options = two}, {.answers = "AB", .options = two}, {.answers = "BB", .options = two}}},
      {"ties", {{.answers = "A=", .options = two}, {.answers = "==", .options = two}}},
      {"mixed option counts",
       {{.answers = "AAAA"},
        {.answers = "ABCD"},
        {.answers = "ABA", .options = three},
        {.answers = "BB", .options = two}}},
      {"gaps", {{.answers = "AA.A"}, {.answers = "B?!C"}, {.answers = "rmot"}, {.answers = "ABCD"}}},
      {"equal options",
       {{.answers = "ABCD", .options = {"x", "x", "y", "z"}}, {.answers = "AACC", .options = {"x", "x", "y", "z"}}}},
      {"positional options only", repeated(3, {.answers = "AAAB", .positional = true})},
      {"positional options", {{.answers = "AAAB"}, {.answers = "DDDD", .positional = true}}},
  };
}

/// A study whose answers are followed by all that can follow them, drawn by a seed.
Observations followed(const std::vector<Question>& questions) {
  Observations obs = hand_made::study(questions);
  SplitMix64 rng(11);
  std::vector<Observation> rows;
  for (const Observation& row : obs.rows) {
    if (!row.recorded || row.reading.status == Status::kError) continue;
    const int m = row.item->n_options();
    const auto any_slot = [&] { return static_cast<int>(rng.below(static_cast<std::size_t>(m))); };
    for (const int n : {0, 8, 20}) {
      rows.push_back(hand_made::checkpoint(row, n, hand_made::leaning(m, any_slot())));
      for (int draw = 0; draw < 2; ++draw) {
        const std::optional<int> slot = rng.below(4) == 0 ? std::nullopt : std::optional(any_slot());
        for (const char* treatment : {"free", "truncate", "placebo", "resample"}) {
          const bool named = std::string_view(treatment) == "truncate";
          rows.push_back(
              hand_made::follow_up(row, treatment, named ? "ccp_eq2-0.15" : "fraction:" + std::to_string(n), n, slot));
          rows.back().key.trial = draw;
        }
      }
    }
  }
  std::ranges::move(rows, std::back_inserter(obs.rows));
  return obs;
}

/// Every table, and every table with follow-ups.
std::vector<std::pair<std::string, Observations>> studies() {
  std::vector<std::pair<std::string, Observations>> out;
  for (const auto& [name, questions] : tables()) {
    out.emplace_back(name, hand_made::study(questions));
    out.emplace_back(name + ", followed", followed(questions));
  }
  return out;
}

TEST(MetricTable, EveryRowSaysWhatItIs) {
  std::set<std::string_view> names;
  for (const Metric* m : metrics()) {
    EXPECT_TRUE(names.insert(m->name).second) << m->name << " stands twice";
    EXPECT_FALSE(m->summary.empty()) << m->name;
    EXPECT_EQ(m->summary.back(), '.') << m->name;
    EXPECT_FALSE(m->source.empty()) << m->name;
    EXPECT_FALSE(m->needs.empty()) << m->name;
    EXPECT_NE(m->compute, nullptr) << m->name;
  }
}

/// A result keeps the promises of docs/results.md.
void expect_well_formed(const Result& r) {
  SCOPED_TRACE(result_json(r).dump());
  for (const auto& v : {r.value, r.low, r.high, r.null, r.p}) {
    if (v) {
      EXPECT_TRUE(std::isfinite(*v));
    }
  }
  EXPECT_EQ(r.low.has_value(), r.high.has_value());
  if (!r.value || !r.low) {
    EXPECT_NE(r.reason, "");
  }
  if (r.low && r.value) {
    EXPECT_LE(*r.low, *r.value + 1e-12);
    EXPECT_GE(*r.high, *r.value - 1e-12);
  }
  if (r.p) {
    EXPECT_GE(*r.p, 0);
    EXPECT_LE(*r.p, 1);
    EXPECT_NE(r.p_kind, "");
  }
  EXPECT_GE(r.n, 0);
  EXPECT_LE(r.n_clusters, std::max(r.n, 0));
  for (const char* key : {"model", "dataset", "mode", "treatment"}) EXPECT_TRUE(r.group.contains(key)) << key;
  EXPECT_NE(r.group.contains("item"), r.group.contains("items")) << "of one item, or of a set of items";
  for (const auto& [reason, n] : r.left_out) EXPECT_GT(n, 0) << reason;
}

TEST(MetricTable, EveryResultIsFiniteOrHasAReasonOnEveryKindOfTable) {
  for (const auto& [name, obs] : studies()) {
    SCOPED_TRACE(name);
    const auto results = compute_metrics(obs, kSeed, "subject");
    for (const Metric* m : metrics()) {
      EXPECT_TRUE(std::any_of(results.begin(), results.end(), [&](const Result& r) { return r.metric == m->name; }))
          << m->name;
    }
    for (const Result& r : results) expect_well_formed(r);
  }
}

TEST(MetricTable, NothingComesOfNothing) { EXPECT_TRUE(compute_metrics({}, kSeed).empty()); }

TEST(MetricTable, TheOrderOfTheRowsChangesNothing) {
  for (auto& [name, obs] : studies()) {
    SCOPED_TRACE(name);
    const auto before = compute_metrics(obs, kSeed);
    SplitMix64 rng(3);
    rng.shuffle(std::span(obs.rows));
    const auto after = compute_metrics(obs, kSeed);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(result_json(before[i]), result_json(after[i]));
  }
}

TEST(MetricTable, FailedRequestsChangeNoAccuracy) {
  const auto with = hand_made::study({{.answers = "ABCD"}, {.answers = "BBBB"}, {.answers = "!!!!"}});
  const auto without = hand_made::study({{.answers = "ABCD"}, {.answers = "BBBB"}});
  const Configuration c{"tiny", "quiz", "direct", "none"};
  const auto a = compute_metrics(with, kSeed), b = compute_metrics(without, kSeed);
  for (const char* metric : {"accuracy", "accuracy_mean", "accuracy_least", "accuracy_greatest", "accuracy_circular"}) {
    EXPECT_EQ(find_result(a, c, metric)->value, find_result(b, c, metric)->value) << metric;
  }
  EXPECT_EQ(find_result(a, c, "accuracy_mean")->left_out.at("error"), 4);
}

TEST(ComputeMetrics, GroupsByATag) {
  const auto obs =
      hand_made::study({{.answers = "AAAA", .subject = "law"}, {.answers = consistent(0), .subject = "art"}});
  const auto results = compute_metrics(obs, kSeed, "subject");
  const Configuration c{"tiny", "quiz", "direct", "none"};
  EXPECT_EQ(find_result(results, c, "flip_rate", {{"subject", "law"}})->value, 1.0);
  EXPECT_EQ(find_result(results, c, "flip_rate", {{"subject", "art"}})->value, 0.0);
  EXPECT_EQ(find_result(results, c, "flip_rate")->value, 0.5);
}

TEST(ComputeMetrics, RefusesATagNobodyHasAndSuggestsOne) {
  const auto obs = hand_made::study({{.answers = "AAAA"}});
  try {
    compute_metrics(obs, kSeed, "subjct");
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_THAT(e.hint(), testing::HasSubstr("did you mean 'subject'"));
  }
}

TEST(ComputeMetrics, SetsItemsWithPositionalOptionsApart) {
  const auto obs = hand_made::study({{.answers = "AAAB"}, {.answers = "DDDD", .positional = true}});
  const auto results = compute_metrics(obs, kSeed);
  const Configuration c{"tiny", "quiz", "direct", "none"};
  EXPECT_EQ(find_result(results, c, "pbs")->n_clusters, 2);
  EXPECT_EQ(find_result(results, c, "pbs", {{"items", std::string(kWithoutPositional)}})->n_clusters, 1);
}

TEST(ComputeMetrics, CountsARepeatedItemOnce) {
  auto obs = hand_made::study({{.answers = "AAAB"}, {.answers = "AAAB"}});
  Item& repeat = obs.items[0][1];
  repeat.hash = obs.items[0][0].hash;
  repeat.occurrence = 1;
  for (Observation& row : obs.rows) row.key.item = row.item->hash, row.key.occurrence = row.item->occurrence;
  const auto results = compute_metrics(obs, kSeed);
  const Result* test = find_result(results, {"tiny", "quiz", "direct", "none"}, "order_test");
  EXPECT_EQ(test->n_clusters, 1);
  EXPECT_EQ(test->left_out.at("repeated item"), 1);
}

TEST(Docs, MetricsPageIsTheTable) {
  const std::string path = std::string(BRINK_SOURCE_DIR) + "/docs/metrics.md";
  if (std::getenv("BRINK_UPDATE_GOLDEN")) std::ofstream(path) << metrics_markdown();
  std::ifstream in(path);
  std::stringstream page;
  page << in.rdbuf();
  EXPECT_EQ(page.str(), metrics_markdown()) << "BRINK_UPDATE_GOLDEN=1 writes docs/metrics.md anew";
}

}  // namespace
}  // namespace brink
