// Repeats and comparisons of whole scripted studies.
#include "brink/pipeline/null.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/compare/comparison_json.h"
#include "brink/metrics/result_json.h"
#include "brink/pipeline/brink.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

class Null : public testing::Test {
 protected:
  Null() {
    std::ofstream out(directory_ / "quiz.jsonl");
    for (int i = 0; i < 12; ++i)
      out << R"({"id": "q)" << i << R"(", "question": "Which is )" << i << R"(?", "options": ["one )" << i
          << R"(", "two", "three", "four"], "answer": )" << i % 4 << "}\n";
  }

  Study study(const std::string& script, const std::string& name = "study") const {
    Study out;
    out.name = name;
    out.models.push_back({"m", {.backend = "scripted", .path = script}, {}});
    out.data.push_back({"quiz", directory_ / "quiz.jsonl", {}, {}, 0, {}});
    out.modes = {to_mode(*find_mode("direct"))};
    out.store = directory_ / (name + ".brink");
    return out;
  }
  static void run(const Study& study) {
    run_study(study, {}, {}, [](const Progress&) {});
  }
  static NullOutcome repeat(const Study& study, int limit = 0) {
    return null_study(study, {.limit = limit}, {}, [](const Progress&) {});
  }
  static const Result& find(const Comparison& c, std::string_view metric) {
    return *std::ranges::find_if(c.results, [&](const Result& r) { return r.metric == metric; });
  }

  testing_support::TemporaryDirectory directory_;
};

TEST_F(Null, OfAModelThatRepeatsItselfFindsNothing) {
  const Study s = study("content");
  run(s);
  const NullOutcome out = repeat(s);
  EXPECT_EQ(out.summary.n_made, 48);
  ASSERT_EQ(out.comparisons.size(), 1u);
  EXPECT_EQ(find(out.comparisons[0], "equal_answers").value, 1.0);
  EXPECT_EQ(find(out.comparisons[0], "equal_texts").value, 1.0);
  EXPECT_TRUE(out.comparisons[0].examples.empty());
  EXPECT_EQ(repeat(s).summary.n_made, 0) << "a repeat is resumed, not made again";
}

TEST_F(Null, OfAGuesserFindsTheTokenWhereItParts) {
  const Study s = study("guess");
  run(s);
  const NullOutcome out = repeat(s);
  const Comparison& c = out.comparisons.at(0);
  const Result& same = find(c, "equal_answers");
  // 48 guesses of four: the standard error of a quarter is .0625.
  EXPECT_NEAR(same.value.value(), 0.25, 0.2);
  EXPECT_EQ(same.n, 48);
  EXPECT_EQ(find(c, "equal_texts").value, same.value);
  ASSERT_FALSE(c.examples.empty());
  const Divergence& d = c.examples[0];
  EXPECT_EQ(d.n_chars, 15) << "The answer is (";
  EXPECT_EQ(d.token_text_a.size(), 1u);
  EXPECT_EQ(d.token_text_a, d.text_a.substr(0, 1));
  EXPECT_NE(d.token_text_a, d.token_text_b);
  EXPECT_TRUE(d.logprob_a_nats);
}

TEST_F(Null, IsNotSeenByMetrics) {
  const Study s = study("mixed");
  run(s);
  const auto all = [&] {
    std::string out;
    for (const Result& r : analyse(Store::open(s.store, Store::Mode::kRead)).results) out += result_json(r).dump();
    return out;
  };
  const std::string before = all();
  repeat(s);
  EXPECT_EQ(all(), before);
  EXPECT_EQ(Store::open(s.store, Store::Mode::kRead).study()->canonical, s.canonical());
}

TEST_F(Null, RepeatsAsManyItemsAsAskedForAndOnlyWhatWasAsked) {
  Study some = study("content");
  some.data[0].limit = 5;
  run(some);
  const Study all = study("content");
  const NullOutcome limited = repeat(all, 2);
  EXPECT_EQ(limited.summary.n_made, 8);
  EXPECT_EQ(limited.n_items_not_run, 0);
  const NullOutcome rest = repeat(all);
  EXPECT_EQ(rest.summary.n_made, 12);
  EXPECT_EQ(rest.n_items_not_run, 7);
}

TEST_F(Null, NeedsARunToRepeat) {
  EXPECT_THROW(repeat(study("content")), Error);
  EXPECT_FALSE(std::filesystem::exists(study("content").store));
  run(study("content"));
  Study other = study("content");
  other.modes = {to_mode(*find_mode("cot"))};
  try {
    repeat(other);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
  }
}

TEST_F(Null, AStoreComparedWithItselfDiffersInNothing) {
  for (const char* script : {"mixed", "think", "position:0.5", "fail:0.3"}) {
    SCOPED_TRACE(script);
    const Study s = study(script, std::string("s-") + script[0]);
    run(s);
    const Store store = Store::open(s.store, Store::Mode::kRead);
    const StoreComparison same = compare_stores(store, store);
    ASSERT_EQ(same.comparisons.size(), 1u);
    EXPECT_TRUE(same.comparisons[0].unpaired.empty());
    EXPECT_EQ(same.comparisons[0].n_pairs, 48);
    for (const Result& r : same.comparisons[0].results) {
      if (!r.value || (r.group.contains("side") && r.group.at("side") != "b - a")) continue;
      EXPECT_EQ(r.value, r.group.contains("side") ? 0.0 : 1.0) << result_json(r).dump();
      EXPECT_EQ(r.p.value_or(1), 1);
    }
  }
}

TEST_F(Null, TwoModelsOfOneStoreAreCompared) {
  Study s = study("content");
  s.models.push_back({"first", {.backend = "scripted", .path = "first"}, {}});
  run(s);
  const Store store = Store::open(s.store, Store::Mode::kRead);
  const StoreComparison found = compare_stores(store, store, {.models = {{"m", "first"}}});
  ASSERT_EQ(found.comparisons.size(), 1u);
  const Result& tokens = find(found.comparisons[0], "first_divergence");
  EXPECT_GT(tokens.n, 0) << "one vocabulary: tokens can be compared";
  const Json json = comparison_json(found.comparisons, found.alone);
  EXPECT_EQ(json["comparisons"][0]["b"]["model"], "first");
  try {
    compare_stores(store, store, {.models = {{"m", "frist"}}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(e.hint().find("did you mean 'first'?"), std::string::npos);
  }
}

}  // namespace
}  // namespace brink
