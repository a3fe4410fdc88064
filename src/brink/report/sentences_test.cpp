// What reports say of hand-made results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "brink/metrics/hand_made.h"
#include "brink/report/before.h"
#include "brink/report/format.h"
#include "brink/report/html_answers.h"
#include "brink/report/notes.h"
#include "brink/report/panel.h"
#include "brink/report/reference.h"
#include "brink/report/verdict.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;
using testing::HasSubstr;
using testing::Not;

using Keys = std::map<std::string, std::string>;

const Configuration kDirect{"tiny", "quiz", "direct", "none"};

Result with_interval(Result r, double low, double high) {
  r.low = low;
  r.high = high;
  return r;
}

TEST(Format, KeepsTheEndsOfAnIntervalOnTheirSides) {
  struct Case {
    double value, low, high;
    const char* text;
  };
  for (const Case& c : {Case{.712, .62, .79, "71.2% [62, 79]"}, Case{.998, .9961, 1, "99.8% [99.6, 100.0]"},
                        Case{1, .98, 1, "100.0% [98, 100]"}, Case{.002, 0, .004, "0.2% [0.0, 0.4]"}})
    EXPECT_EQ(percent_interval_text(with_interval(hand_made::result(kDirect, "accuracy", {}, c.value), c.low, c.high)),
              c.text);
}

TEST(Format, WritesPluralsAndMinuses) {
  EXPECT_EQ(count_text(1, "item"), "1 item");
  EXPECT_EQ(count_text(0, "item"), "0 items");
  EXPECT_EQ(typeset("-0.2 [-0.3, -0.1] of gsm8k-cot, p = 2e-05"), "−0.2 [−0.3, −0.1] of gsm8k-cot, p = 2e-05");
}

std::string sentence_of(double p, double low, double high) {
  const std::vector<Result> results{
      hand_made::result(kDirect, "order_test", {}, 5, p),
      with_interval(hand_made::result(kDirect, "excess_pbs", {}, (low + high) / 2), low, high)};
  return sentence(verdicts(results)[0], results);
}

TEST(Verdict, SaysWhereTestAndEffectPart) {
  EXPECT_THAT(sentence_of(.001, .1, .3), Not(HasSubstr("all the same")));
  EXPECT_THAT(sentence_of(.5, -.1, .3), Not(HasSubstr("all the same")));
  EXPECT_THAT(sentence_of(.001, -.1, .3), HasSubstr("Excess PBS is not shown to differ from 0 all the same"));
  EXPECT_THAT(sentence_of(.5, .1, .3), HasSubstr("Excess PBS differs from 0 all the same"));
  EXPECT_THAT(sentence_of(.001, .1, .3), HasSubstr(", 40 items)"));
}

std::vector<std::string> notes_of(const Observations& obs) { return notes(obs, compute_metrics(obs, 7), "quiz"); }

TEST(Notes, SayOnceWhatIsTrueOfSeveral) {
  Observations obs;
  const std::vector<Question> questions(20, {.answers = "AAAA"});
  for (const char* mode : {"a", "b", "c"}) hand_made::add(obs, questions, {"tiny", "quiz", mode, "none"});
  EXPECT_THAT(notes_of(obs), testing::ElementsAre("all 3 configurations: 20 items: intervals and chi-square are "
                                                  "approximate below 100."));
  std::vector<Question> cut = questions;
  for (int i = 0; i < 5; ++i) cut[static_cast<std::size_t>(i)].answers = "AAtA";
  hand_made::add(obs, cut, {"tiny", "quiz", "d", "none"});
  hand_made::add(obs, cut, {"tiny", "quiz", "e", "none"});
  EXPECT_THAT(notes_of(obs),
              testing::Contains(testing::StartsWith(
                  "WARNING answers were cut by the token limit: 5 of 80 of tiny d; 5 of 80 of tiny e.")));
  for (const std::string& note : notes_of(obs)) EXPECT_THAT(note, Not(HasSubstr("`")));
}

/// Items asked in one order, the right option at A to D in turn; answers are right at A and, of the others, now and
/// then.
Observations leaning_to_a() {
  std::vector<Question> questions;
  for (int i = 0; i < 120; ++i) {
    const int gold = i % 4;
    questions.push_back(
        {.answers = gold == 0 || i % 5 == 0 ? std::string(1, static_cast<char>('A' + gold)) : "A", .gold = gold});
  }
  return hand_made::study(questions);
}

TEST(Notes, SayWhatOneOrderCannotTell) {
  const auto all = notes_of(leaning_to_a());
  EXPECT_THAT(all, testing::Contains(HasSubstr("every item was asked in one order: whether the order matters")));
  EXPECT_THAT(all,
              testing::Contains(testing::AllOf(HasSubstr("with the number of items): tiny direct 100.0% at A (30), "),
                                               HasSubstr("one order cannot tell"))));
  for (const std::string& note : all) EXPECT_THAT(note, Not(HasSubstr("name other options")));
  std::vector<Question> even;
  for (int i = 0; i < 120; ++i) even.push_back({.answers = i % 8 < 4 ? "A" : "B", .gold = i % 2});
  EXPECT_THAT(notes_of(hand_made::study(even)), Not(testing::Contains(HasSubstr("Accuracy goes with the place"))));
}

TEST(LeadingProbe, IsFoundWhateverFurtherKeysItsResultsHave) {
  Keys folds = leading_probe(), layer = leading_probe();
  folds["folds"] = "5 x 5";
  layer["layer"] = "8";
  const Configuration other{"tiny", "quiz", "cot", "none"};
  const std::vector<Result> results{hand_made::result(kDirect, "state_auroc", layer, .9),
                                    hand_made::result(other, "state_auroc", leading_probe(), .8),
                                    hand_made::result(kDirect, "state_auroc", leading_probe(), .7),
                                    hand_made::result(kDirect, "state_auroc_nested", folds, .6)};
  EXPECT_EQ(of_leading_probe(results, kDirect, "state_auroc"), &results[2]);
  EXPECT_EQ(of_leading_probe(results, kDirect, "state_auroc_nested"), &results[3]);
  EXPECT_EQ(of_leading_probe(results, other, "state_auroc_nested"), nullptr);
}

Json question(const std::vector<Result>& results, std::string_view id, bool answered = true) {
  for (Json& q : answers_json(verdicts(results), results, answered))
    if (q["id"] == id) return q;
  return {};
}

TEST(Answers, BecomeATableWhereThereAreMany) {
  std::vector<Result> results;
  for (const char* mode : {"a", "b", "c"}) {
    results.push_back(hand_made::result({"tiny", "quiz", mode, "none"}, "order_test", {}, 3));
    results.push_back(with_interval(hand_made::result({"tiny", "quiz", mode, "none"}, "h_int", {}, 2), 1.5, 2.5));
  }
  EXPECT_EQ(question(results, kBefore)["answers"].size(), 3u);
  results.push_back(hand_made::result(kDirect, "order_test", {}, 3));
  results.push_back(with_interval(hand_made::result(kDirect, "h_int", {}, 2), 1.5, 2.5));
  const Json many = question(results, kBefore);
  EXPECT_EQ(many["answers"].size(), 0u);
  EXPECT_EQ(many["tables"][0]["title"], "Before the first token, in numbers");
  ASSERT_EQ(many["tables"][0]["rows"].size(), 4u);
  EXPECT_EQ(many["tables"][0]["rows"][0].size(), many["tables"][0]["head"].size());
  EXPECT_EQ(many["tables"][0]["rows"][0][5], "2.000 [1.500, 2.500]");
}

TEST(Answers, OfStatesAloneAskForNoTreatments) {
  const std::vector<Result> results{hand_made::result(kDirect, "order_test", {}, 3)};
  EXPECT_THAT(question(results, kCommitment)["nothing"].get<std::string>(), HasSubstr("treatments"));
  EXPECT_THAT(question(results, kCommitment, false)["nothing"].get<std::string>(), HasSubstr("imported states"));
}

}  // namespace
}  // namespace brink
