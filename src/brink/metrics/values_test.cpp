// Metrics on tables small enough to work out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "brink/dataset/labels.h"
#include "brink/metrics/hand_made.h"
#include "brink/metrics/metric.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;

const Configuration kCell{"tiny", "quiz", "direct", "none"};

class Values {
 public:
  explicit Values(const std::vector<Question>& questions) : results_(compute_metrics(hand_made::study(questions), 7)) {}

  const Result& at(std::string_view metric, const std::map<std::string, std::string>& more = {}) const {
    const Result* r = find_result(results_, kCell, metric, more);
    if (r == nullptr) throw std::out_of_range(std::string(metric));
    return *r;
  }
  double operator()(std::string_view metric, const std::map<std::string, std::string>& more = {}) const {
    const Result& r = at(metric, more);
    EXPECT_TRUE(r.value) << metric << ": " << r.reason;
    return r.value.value_or(-1e9);
  }
  const Result& of_item(std::string_view metric, const std::string& id) const {
    for (const Result& r : results_) {
      if (r.metric == metric && r.group.contains("item") && r.group.at("item") == id) return r;
    }
    throw std::out_of_range(std::string(metric));
  }

 private:
  std::vector<Result> results_;
};

std::vector<Question> repeated(int n, const Question& q) {
  return std::vector<Question>(static_cast<std::size_t>(n), q);
}

const double kMax4 = std::sqrt(3.0) / 2;
/// Mean PBS of four different contents over the 24 arrangements: 16 of 2+1+1, 4 of 2+2, 4 of 4.
const double kNull4 = (16 * std::sqrt(1.0 / 8) + 4 * 0.5 + 4 * kMax4) / 24;

TEST(Candidates, AreRankedWhateverTheOrder) {
  // The first two items keep content 0, the third content 2: over four orders each.
  const Values v({{.answers = consistent(0)}, {.answers = consistent(0)}, {.answers = consistent(2)}});
  EXPECT_DOUBLE_EQ(v("candidate_wins", {{"option", "1"}}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(v("candidate_wins", {{"option", "3"}}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(v("candidate_wins", {{"option", "4"}}), 0);
  EXPECT_DOUBLE_EQ(v.at("candidate_wins", {{"option", "1"}}).null.value(), .25);
}

TEST(AlwaysTheFirstSlot, HasTheGreatestPbsAndItsExcess) {
  const Values v(repeated(20, {.answers = "AAAA"}));
  EXPECT_NEAR(v("pbs"), kMax4, 1e-12);
  EXPECT_NEAR(v("npbs"), 1, 1e-12);
  EXPECT_NEAR(v("excess_pbs"), kMax4 - kNull4, 1e-12);
  EXPECT_NEAR(v.at("pbs").null.value(), 0.4633731610262556, 1e-12);
  EXPECT_NEAR(v.of_item("pbs_null_mean", "q1").value.value(), kNull4, 1e-12);
  EXPECT_NEAR(v.of_item("excess_pbs", "q1").p.value(), 4.0 / 24, 1e-12);
  EXPECT_NEAR(std::log(v.at("excess_pbs").p.value()), 20 * std::log(4.0 / 24), 1e-6);
  EXPECT_LT(v.at("order_test").p.value(), 1e-12);
  EXPECT_EQ(v("n_informative"), 20);
  EXPECT_EQ(v("flip_rate"), 1);
  EXPECT_EQ(v("pair_disagreement"), 1);
  EXPECT_EQ(v("preferred_slot"), 0);
  EXPECT_NEAR(v("pull", {{"slot", "A"}}), 0.75, 1e-12);
  EXPECT_NEAR(v("pull", {{"slot", "B"}}), -0.25, 1e-12);
  EXPECT_EQ(v("slot_count", {{"slot", "A"}}), 80);
  EXPECT_EQ(v.at("slot_count", {{"slot", "A"}}).null, 20.0);
  EXPECT_NEAR(v("slot_residual", {{"slot", "A"}}), 60 / std::sqrt(15.0), 1e-12);
  EXPECT_NEAR(v("slot_preference"), 60.0 * 60 / 20 + 3 * 20, 1e-9);
}

TEST(AlwaysTheFirstSlot, IsRightOnceInFour) {
  const Values v(repeated(20, {.answers = "AAAA", .gold = 2}));
  EXPECT_EQ(v("accuracy"), 0);
  EXPECT_EQ(v("accuracy_mean"), 0.25);
  EXPECT_EQ(v("accuracy_best"), 1) << "shift 2 puts the gold first";
  EXPECT_EQ(v("accuracy_worst"), 0);
  EXPECT_EQ(v("accuracy_circular"), 0);
  EXPECT_EQ(v("gold_slot_accuracy", {{"slot", "A"}}), 1);
  EXPECT_EQ(v("gold_slot_accuracy", {{"slot", "D"}}), 0);
  EXPECT_NEAR(v("rstd"), std::sqrt(3.0) / 4, 1e-12);
}

TEST(AlwaysOneContent, HasNoOrderEffectToBeFound) {
  const Values v(repeated(20, {.answers = consistent(1), .gold = 1}));
  EXPECT_EQ(v("pbs"), 0);
  EXPECT_EQ(v("excess_pbs"), 0);
  EXPECT_EQ(v("flip_rate"), 0);
  EXPECT_EQ(v("pair_disagreement"), 0);
  EXPECT_EQ(v("flip_vs_first"), 0);
  EXPECT_EQ(v("n_informative"), 0);
  EXPECT_FALSE(v.at("order_test").p);
  EXPECT_EQ(v.at("order_test").reason, "no informative item: none chose other contents in another order");
  EXPECT_FALSE(v.at("preferred_slot").value);
  EXPECT_EQ(v("accuracy_circular"), 1);
  EXPECT_EQ(v("rstd"), 0);
}

TEST(Accuracy, ComesAsPlainMeanVoteWorstBestAndAllRight) {
  // Gold is option 0, shown at slots A, B, C, D.
  const Values v({{.answers = "ABCD"},    // right throughout
                  {.answers = "ABCA"},    // 3 of 4, vote right
                  {.answers = "BACD"},    // 2 of 4: right at shifts 2 and 3; the vote (1, 3, 0, 0) is right
                  {.answers = "AAAA"}});  // right at shift 0: contents 0, 3, 2, 1, the tie goes to shift 0
  EXPECT_EQ(v("accuracy"), 0.75);
  EXPECT_EQ(v("accuracy_mean"), 10.0 / 16);
  EXPECT_EQ(v("accuracy_majority"), 1.0);
  EXPECT_EQ(v("accuracy_worst"), 0.5);
  EXPECT_EQ(v("accuracy_best"), 0.75);
  EXPECT_EQ(v("accuracy_circular"), 0.25);
  EXPECT_EQ(v.at("accuracy").n, 4);
  // Wilson for 3 of 4, z = 1.959964.
  EXPECT_NEAR(v.at("accuracy").low.value(), 0.3006, 1e-4);
  EXPECT_NEAR(v.at("accuracy").high.value(), 0.9544, 1e-4);
}

TEST(MissingAnswers, AreCountedAndBounded) {
  const Values v({{.answers = "ABCD"}, {.answers = "AB.t"}, {.answers = "!!?A"}});
  const Result& pbs = v.at("pbs");
  EXPECT_EQ(pbs.n_clusters, 1);
  EXPECT_EQ(pbs.left_out.at("incomplete item"), 2);
  EXPECT_EQ(pbs.left_out.at("no_answer"), 1);
  EXPECT_EQ(pbs.left_out.at("truncated"), 1);
  EXPECT_EQ(pbs.left_out.at("error"), 2);
  EXPECT_EQ(pbs.left_out.at("missing"), 1);
  // Two read at different slots, two open: 0 .. 3+1; one read, three open: 0 .. 4.
  EXPECT_NEAR(v("pbs_least"), 0, 1e-12);
  EXPECT_NEAR(v("pbs_greatest"), (0 + std::sqrt(3.0 / 8) + kMax4) / 3, 1e-12);
  EXPECT_NEAR(v("pbs_available"), (0 + 0.5 + kMax4) / 3, 1e-12);
  // 4 + 2 read, all right; two unread; the one of q3 (shift 3, slot A: option 1) wrong.
  EXPECT_EQ(v("accuracy_least"), 6.0 / 9);
  EXPECT_EQ(v("accuracy_greatest"), 8.0 / 9);
  EXPECT_EQ(v("extraction_rate"), 7.0 / 9);
  EXPECT_EQ(v("truncation_rate"), 1.0 / 9);
  EXPECT_EQ(v("status_count", {{"status", "error"}}), 2);
}

TEST(OneOrder, HasNoPbsButAnAccuracy) {
  const Values v({{.answers = "A"}, {.answers = "B"}});
  EXPECT_EQ(v.at("pbs").reason, "unbalanced permutations");
  EXPECT_EQ(v.at("excess_pbs").reason, "unbalanced permutations");
  EXPECT_EQ(v("accuracy"), 0.5);
}

TEST(UnbalancedOrders, HaveNoPbsButAnOrderTest) {
  // Shifts 0 and 1 of four options.
  const Values v(repeated(10, {.answers = "AA"}));
  EXPECT_EQ(v.at("pbs").reason, "unbalanced permutations");
  // Contents 0 and 3; swapped they would stand at B (0 at shift 1) and D (3 at shift 0): E n = 1, 1/2, 0, 1/2.
  EXPECT_NEAR(v("pull", {{"slot", "A"}}), 0.5, 1e-12);
  EXPECT_NEAR(v("order_test"), 10, 1e-9) << "(20 - 10)^2 / (10 * 1)";
}

TEST(TwoOptions, HaveASignTestInPlaceOfExcess) {
  const std::vector<std::string> two = {"first", "second"};
  std::vector<Question> questions = repeated(9, {.answers = "AA", .options = two});
  questions.push_back({.answers = "BB", .options = two});
  questions.push_back({.answers = "AB", .options = two});
  const Values v(questions);
  EXPECT_EQ(v.at("excess_pbs").reason, "constant for m = 2: see same_slot");
  EXPECT_EQ(v("same_slot"), 0.9);
  EXPECT_NEAR(v.at("same_slot").p.value(), 22.0 / 1024, 1e-12);
  EXPECT_EQ(v.at("order_test").p, v.at("same_slot").p);
  EXPECT_EQ(v.at("order_test").p_kind, "exact binomial");
}

TEST(MixedOptionCounts, ComePerNumberAndPooled) {
  const std::vector<std::string> three = {"one", "two", "three"};
  const Values v({{.answers = "AAAA"}, {.answers = "AAA", .options = three}});
  EXPECT_FALSE(v.at("pbs").value);
  EXPECT_NEAR(v("pbs", {{"n_options", "4"}}), kMax4, 1e-12);
  EXPECT_NEAR(v("pbs", {{"n_options", "3"}}), std::sqrt(2.0 / 3), 1e-12);
  EXPECT_NEAR(v("npbs"), 1, 1e-12);
  EXPECT_EQ(v.at("order_test").n_clusters, 2);
  EXPECT_NEAR(v("pull", {{"slot", "A"}}), (3.0 + 2.0) / 7, 1e-12);
}

TEST(EqualOptions, AreOneContent) {
  // Answering either "same" is one content, and right when one of them is the gold.
  const Values v({{.answers = "ACDA", .options = {"same", "same", "other", "last"}}});
  EXPECT_EQ(v("flip_rate"), 0) << "options 0, 1, 1, 1";
  EXPECT_EQ(v("accuracy_mean"), 1);
}

TEST(Length, IsMeanOverVariantsThenOverItems) {
  // n_chars = 100 + 10 number + shift; q2 has one failed request.
  const Values v({{.answers = "ABCD"}, {.answers = "!BCD"}});
  EXPECT_NEAR(v("length_chars"), (101.5 + 112) / 2, 1e-12);
  EXPECT_EQ(v.of_item("length_chars", "q2").value, 112.0);
  EXPECT_EQ(v("tokens_generated"), 4 * 25 + 3 * 26);
  EXPECT_EQ(v("tokens_prompt"), 7 * 80);
}

TEST(Commitment, CountsWhyItIsUndefined) {
  const Values v({{.answers = "AA.."}});
  EXPECT_EQ(v("ccp"), 0);
  EXPECT_NEAR(v("ccp_eq2"), (50.0 / 100 + 50.0 / 101) / 2, 1e-12);
  EXPECT_EQ(v.at("ccp").left_out.at("no_final"), 2);
  EXPECT_EQ(v("switches"), 0);
}

TEST(RotatedLabels, TellTheTokenFromThePlace) {
  // Always the token "A": the first slot under cyclic orders; under rotation r it stands at slot r.
  Observations token, place;
  for (Observations* obs : {&token, &place}) hand_made::add(*obs, repeated(30, {.answers = "AAAA"}));
  const Configuration rotated{"tiny", "quiz", "direct", std::string(kLabelRotate)};
  hand_made::add(token, repeated(30, {.answers = "ABCD"}), rotated);
  hand_made::add(place, repeated(30, {.answers = "AAAA"}), rotated);
  const auto at = [](const std::vector<Result>& all, std::string_view metric) {
    return *find_result(all, kCell, metric);
  };
  const auto of_token = compute_metrics(token, 7), of_place = compute_metrics(place, 7);
  EXPECT_LT(at(of_token, "label_effect_test").p.value(), 1e-6);
  EXPECT_LT(at(of_place, "slot_effect_test").p.value(), 1e-6);
  const auto logit = [](const std::vector<Result>& all, const char* metric, const char* key) {
    return find_result(all, kCell, metric, {{key, "A"}})->value.value();
  };
  EXPECT_GT(logit(of_token, "label_effect", "label"), logit(of_token, "slot_effect", "slot") + 1);
  EXPECT_GT(logit(of_place, "slot_effect", "slot"), logit(of_place, "label_effect", "label") + 1);
  EXPECT_EQ(at(of_token, "pbs").n_clusters, 30) << "the other metrics are about the cyclic orders alone";
  EXPECT_NEAR(at(of_token, "pbs").value.value(), kMax4, 1e-12);
}

TEST(RotatedLabels, AreNeededToTellTheTokenFromThePlace) {
  const Values v(repeated(20, {.answers = "AAAA"}));
  EXPECT_EQ(v.at("slot_effect_test").reason, "each label stays at its slot: see label_rotate");
  EXPECT_EQ(v.at("label_effect").reason, "each label stays at its slot: see label_rotate");
}

TEST(Comparisons, CountFirstPlacesTiesAndAgreement) {
  // Option 0 is the longer one; gold is option 0 but for the last.
  const std::vector<std::string> two = {"a longer answer", "short"};
  const Values v({{.answers = "AA", .options = two},               // first place twice: options 0 and 1
                  {.answers = "AB", .options = two},               // option 0 twice
                  {.answers = "==", .options = two},               // ties
                  {.answers = "BA", .gold = 1, .options = two}});  // option 1 twice
  EXPECT_NEAR(v("first_shown_wins"), 4.0 / 6, 1e-12);
  EXPECT_NEAR(v("tie_rate"), 2.0 / 8, 1e-12);
  EXPECT_NEAR(v("verdict_agreement"), 5.0 / 8, 1e-12);
  EXPECT_NEAR(v("verdict_agreement_swapped"), 2.0 / 4, 1e-12) << "an inconsistent verdict counts as a tie";
  EXPECT_NEAR(v("longer_wins"), 3.0 / 6, 1e-12);
  EXPECT_NEAR(v("length_slope"), 0, 1e-9);
  EXPECT_EQ(v.at("first_shown_wins").left_out.at("tie"), 2);
  EXPECT_EQ(v("extraction_rate"), 1) << "a tie is an answer";
}

TEST(SlotPrior, IsOfGeneratedItemsAlone) {
  Observations obs = hand_made::study(repeated(40, {.answers = "AAAA", .gold = -1}));
  EXPECT_EQ(find_result(compute_metrics(obs, 7), kCell, "slot_prior")->reason, "no answer to a generated item");
  for (Item& item : obs.items[0]) item.tags["control"] = "content_free";
  const auto results = compute_metrics(obs, 7);
  EXPECT_EQ(find_result(results, kCell, "slot_prior", {{"slot", "A"}})->value, 1.0);
  EXPECT_EQ(find_result(results, kCell, "slot_prior", {{"slot", "B"}})->null, 0.25);
  EXPECT_LT(find_result(results, kCell, "slot_prior_test")->p.value(), 1e-6);
}

TEST(LengthTrend, HasTheBinsLengthsAndALineThroughTheItems) {
  // Lengths 101.5 + 10 i; the second half of the items always takes the first slot: PBS 0 and sqrt(3) / 2.
  std::vector<Question> questions = repeated(20, {.answers = consistent(0)});
  for (Question& q : std::span(questions).last(10)) q.answers = "AAAA";
  const Values v(questions);
  EXPECT_DOUBLE_EQ(v("bin_length", {{"bins", "4"}, {"bin", "1"}}), 121.5);
  EXPECT_DOUBLE_EQ(v("bin_length", {{"bins", "4"}, {"bin", "4"}}), 271.5);
  // Lengths from their mean: -95, -85, ... 95.
  const double slope = kMax4 * (5 + 15 + 25 + 35 + 45 + 55 + 65 + 75 + 85 + 95) / 66500;
  const Result& first = v.at("pbs_line", {{"chars", "121.5"}});
  EXPECT_NEAR(first.value.value(), kMax4 / 2 - 75 * slope, 1e-12);
  EXPECT_NEAR(v("pbs_line", {{"chars", "271.5"}}), kMax4 / 2 + 75 * slope, 1e-12);
  EXPECT_LT(first.low.value(), first.value.value());
  EXPECT_LT(first.p.value(), .001);
  EXPECT_EQ(first.n_clusters, 20);
}

TEST(LengthTrend, OfFewItemsHasNoLine) {
  const Values v(repeated(19, {.answers = "ABCA"}));
  EXPECT_EQ(v.at("pbs_line").reason, "fewer than 20 complete items, or unbalanced permutations");
}

TEST(OrderTest, OfOneOrderSaysWhyThereIsNone) {
  EXPECT_EQ(Values({{.answers = "A"}, {.answers = "B"}}).at("order_test").reason, "every item was asked in one order");
  EXPECT_EQ(Values({{.answers = "A..."}}).at("order_test").reason, "no item has two answers that were read");
}

TEST(Intervals, OfSharesThatAreAlikeInEveryItemAreWilsons) {
  const Values v(repeated(20, {.answers = consistent(1), .gold = 1}));
  const double low = 20 / (20 + 3.8414588);  // n / (n + z^2)
  for (const char* metric : {"accuracy_mean", "extraction_rate", "accuracy"}) {
    EXPECT_EQ(v(metric), 1);
    EXPECT_NEAR(v.at(metric).low.value(), low, 1e-6) << metric;
    EXPECT_EQ(v.at(metric).high.value(), 1) << metric;
  }
  for (const char* metric : {"truncation_rate", "pair_disagreement", "flip_vs_first"}) {
    EXPECT_EQ(v(metric), 0);
    EXPECT_EQ(v.at(metric).low.value(), 0) << metric;
    EXPECT_NEAR(v.at(metric).high.value(), 1 - low, 1e-6) << metric;
  }
}

TEST(Intervals, OfOtherNumbersThatAreAlikeInEveryItemAreNone) {
  const Values v(repeated(20, {.answers = "AAAA", .gold = 2}));
  for (const char* metric : {"pbs", "excess_pbs", "accuracy_mean"}) {
    EXPECT_TRUE(v.at(metric).value);
    EXPECT_FALSE(v.at(metric).low) << metric;
    EXPECT_EQ(v.at(metric).reason, "no interval: all items are alike") << metric;
  }
}

TEST(Intervals, TakeFiveItems) {
  std::vector<Question> questions{{.answers = "AAAA"}, {.answers = "ABCD"}, {.answers = "ABCA"}, {.answers = "ABCD"}};
  EXPECT_EQ(Values(questions).at("pbs").reason, "no interval: fewer than 5 items");
  questions.push_back({.answers = "AAAB"});
  EXPECT_TRUE(Values(questions).at("pbs").low);
}

TEST(Trends, TakeTwentyItems) {
  const auto mixed = [](int n) {
    std::vector<Question> out;
    for (int i = 0; i < n; ++i) out.push_back({.answers = i % 3 == 0 ? "AAAA" : i % 3 == 1 ? "AABD" : "ABCD"});
    return out;
  };
  const Values few(mixed(19)), enough(mixed(20));
  const std::map<std::string, std::string> pbs{{"of", "pbs"}};
  EXPECT_EQ(few.at("pbs_per_doubling", pbs).reason, "fewer than 20 complete items with a right option");
  EXPECT_FALSE(few.at("pull_length_test").p);
  EXPECT_FALSE(few.at("pbs_by_length").value);
  EXPECT_TRUE(enough.at("pbs_per_doubling", pbs).value);
  EXPECT_TRUE(enough.at("pull_length_test").p);
  EXPECT_TRUE(enough.at("pbs_by_length", {{"bins", "4"}, {"bin", "1"}}).value);
}

// 24 items are right in some orders, 24 in all: only the former have PBS to speak of, in bins of their own.
TEST(Trends, AreBinnedAmongItemsOfLikeAccuracy) {
  std::vector<Question> questions(24, {.answers = "ABCD"});
  for (int i = 0; i < 24; ++i) questions.push_back({.answers = i % 2 == 0 ? "AAAA" : "ABAA"});
  const Values v(questions);
  const auto at = [&](const char* metric, const char* accuracy, int bin) {
    return v.at(metric, {{"accuracy", accuracy}, {"bins", "4"}, {"bin", std::to_string(bin)}});
  };
  for (int bin = 1; bin <= 4; ++bin) {
    EXPECT_EQ(at("pbs_by_length_at_accuracy", "all right", bin).value, 0.0);
    EXPECT_EQ(at("pbs_by_length_at_accuracy", "all right", bin).n, 6);
    EXPECT_GT(at("excess_pbs_by_length_at_accuracy", "some right", bin).value.value(), .2);
  }
  EXPECT_FALSE(v.at("pbs_by_length_at_accuracy", {{"accuracy", "none right"}}).value) << "there are none";
}

TEST(OneOrder, HasOneAccuracy) {
  const Values v({{.answers = "A"}, {.answers = "B"}, {.answers = "A"}});
  EXPECT_TRUE(v.at("accuracy").value);
  for (const char* metric : {"accuracy_majority", "accuracy_worst", "accuracy_best", "accuracy_circular"}) {
    EXPECT_FALSE(v.at(metric).value) << metric;
    EXPECT_EQ(v.at(metric).reason, "every item was asked in one order") << metric;
  }
}

TEST(GoldSlotTest, IsPearsonsChiSquareOfRightByPlace) {
  std::vector<Question> questions;  // right at A 30 of 40, at B 10 of 40
  for (int i = 0; i < 80; ++i)
    questions.push_back({.answers = i < 30 || i >= 70 ? (i < 40 ? "A" : "B") : "C", .gold = i < 40 ? 0 : 1});
  const Result r = Values(questions).at("gold_slot_test");
  EXPECT_NEAR(r.value.value(), 20, 1e-12);  // four cells 10 from 20
  EXPECT_EQ(r.null, 1.0);
  EXPECT_NEAR(r.p.value(), 7.744e-6, 1e-8);
  EXPECT_EQ(r.n, 80);
  EXPECT_EQ(Values(repeated(9, {.answers = "AAAA"})).at("gold_slot_test").reason,
            "asked in several orders: see order_test");
  questions.resize(12);
  EXPECT_FALSE(Values(questions).at("gold_slot_test").value);
}

}  // namespace
}  // namespace brink
