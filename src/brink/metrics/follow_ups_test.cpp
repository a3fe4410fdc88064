// Metrics of curves, cuts and remedies on tables small enough to work out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "brink/base/error.h"
#include "brink/metrics/hand_made.h"
#include "brink/metrics/metric.h"

namespace brink {
namespace {

using hand_made::checkpoint;
using hand_made::follow_up;
using hand_made::leaning;

const Configuration kCell{"tiny", "quiz", "direct", "none"};

// Items that keep content 0, which is right, in every order; before the first token slot A is forced, after 10 of 20
// tokens the answer.
class Curves : public testing::Test {
 protected:
  Curves() : obs(hand_made::study(std::vector<hand_made::Question>(6, {.answers = "ABCD"}))) {
    std::vector<Observation> rows;
    for (Observation& row : obs.rows) {
      row.reading.n_tokens = row.usage.n_generated = 20;
      rows.push_back(checkpoint(row, 0, leaning(4, 0, 1)));
      rows.push_back(checkpoint(row, 10, leaning(4, *row.reading.slot, 0.7)));
    }
    obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  }

  const Result& at(std::string_view metric, const std::map<std::string, std::string>& more = {}) {
    if (results.empty()) results = compute_metrics(obs, 7);
    const Result* r = find_result(results, kCell, metric, more);
    if (r == nullptr) throw std::out_of_range(std::string(metric));
    return *r;
  }
  double operator()(std::string_view metric, const std::map<std::string, std::string>& more = {}) {
    const Result& r = at(metric, more);
    EXPECT_TRUE(r.value) << metric << ": " << r.reason;
    return r.value.value_or(-1e9);
  }

  Observations obs;
  std::vector<Result> results;
};

TEST_F(Curves, HaveTheEntropyBehindTheClosingTagWhereItWasRead) {
  EXPECT_EQ(at("curve_eat").reason, "no treatment \"eat\" beside the curve in the study");
  results.clear();
  const std::vector<Observation> before = obs.rows;
  for (const Observation& row : before)
    if (row.key.treatment == "none") {
      obs.rows.push_back(follow_up(row, "eat", "fraction:10", 10));
      obs.rows.back().read_out = ReadOut{.entropy_bits = 3, .top = {}, .asked = {}};
    }
  EXPECT_DOUBLE_EQ((*this)("curve_eat", {{"at", "0.5"}}), 3);
  EXPECT_EQ(at("curve_eat", {{"at", "0.0"}}).reason, "no observation") << "none was read there";
}

TEST_F(Curves, CommitWhereTheForcedAnswerBecomesTheLast) {
  // In the first order slot A is the answer already: CCP 0, in the three others 10 of 20 tokens.
  EXPECT_DOUBLE_EQ((*this)("forced_ccp"), 3 * .5 / 4);
  EXPECT_DOUBLE_EQ((*this)("known_before"), .25);
  EXPECT_DOUBLE_EQ((*this)("after_last_change"), (1 + 3 * .5) / 4);
  EXPECT_DOUBLE_EQ((*this)("thinking_gain"), .75);
  EXPECT_DOUBLE_EQ((*this)("stated_agreement"), 1);
  EXPECT_DOUBLE_EQ((*this)("known_restated"), 0);
  EXPECT_EQ(at("known_restated").n, 6) << "one order of four";
  EXPECT_DOUBLE_EQ((*this)("stated_gain", {{"known", "yes"}}), 0);
  EXPECT_DOUBLE_EQ((*this)("stated_gain", {{"known", "no"}}), 1);
  // a(0) is always A, a(T) each slot equally often: agreement .25, which is what chance makes.
  EXPECT_NEAR((*this)("known_kappa"), 0, 1e-12);
  EXPECT_DOUBLE_EQ((*this)("curve_cost"), 2 * 7 / 20.0);
}

TEST_F(Curves, TellWhatAnswersKnownBeforeStateAfterAll) {
  // Two of the six items, known before in their first order, state slot B there after all: their answer was right.
  int n = 0;
  for (Observation& row : obs.rows)
    if (row.key.treatment == "none" && row.reading.slot == 0 && n < 2) {
      row.reading.slot = 1;
      ++n;
    }
  ASSERT_EQ(n, 2);
  EXPECT_DOUBLE_EQ((*this)("known_restated"), 2.0 / 6);
  EXPECT_DOUBLE_EQ((*this)("stated_gain", {{"known", "yes"}}), -2.0 / 6);
  EXPECT_DOUBLE_EQ((*this)("known_before"), .25) << "what is forced is as before";
}

TEST_F(Curves, AreReadAlongTheTrajectory) {
  EXPECT_DOUBLE_EQ((*this)("curve_accuracy", {{"at", "0.4"}}), .25);
  EXPECT_DOUBLE_EQ((*this)("curve_accuracy", {{"at", "0.5"}}), 1);
  EXPECT_DOUBLE_EQ((*this)("curve_agreement", {{"at", "0.0"}}), .25);
  EXPECT_DOUBLE_EQ((*this)("curve_entropy", {{"at", "0.0"}}), 0);
  EXPECT_NEAR((*this)("curve_margin", {{"at", "1.0"}}), std::log(7), 1e-12);
}

TEST_F(Curves, SoftPbsIsPbsWhereProbabilitiesAreCertain) {
  EXPECT_NEAR((*this)("soft_pbs", {{"at", "0.0"}}), std::sqrt(3.0) / 2, 1e-12) << "every order at slot A";
  EXPECT_NEAR((*this)("soft_excess_pbs", {{"at", "1.0"}}), 0, 1e-12) << "one content in every order";
  EXPECT_GT((*this)("soft_excess_pbs", {{"at", "0.0"}}), .3);
}

TEST_F(Curves, PoliciesStopWhereTheyShould) {
  // Two equal in a row come only in the first order, at 10 tokens; the others run to their end.
  EXPECT_DOUBLE_EQ((*this)("stop_saved", {{"policy", "equal:2"}}), .125);
  EXPECT_DOUBLE_EQ((*this)("stop_accuracy", {{"policy", "equal:2"}}), 1);
  EXPECT_DOUBLE_EQ((*this)("stop_accuracy", {{"policy", "margin:4"}}), .25) << "slot A is certain at once";
  EXPECT_DOUBLE_EQ((*this)("stop_saved", {{"policy", "margin:4"}}), 1);
}

TEST_F(Curves, RemediesAreComparedOnTheSameItems) {
  EXPECT_DOUBLE_EQ((*this)("remedy_accuracy", {{"policy", "none"}}), 1);
  EXPECT_DOUBLE_EQ((*this)("remedy_gain", {{"policy", "no thinking"}}), -.75);
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "none"}}), 20);
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "no thinking"}}), 6) << "the suffix alone";
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "constrained"}}), 10 + 6);
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "majority"}}), 4 * 20) << "every order is paid for";
  EXPECT_DOUBLE_EQ((*this)("remedy_accuracy", {{"policy", "average"}}), 1);
  EXPECT_NEAR((*this)("remedy_excess_pbs", {{"policy", "constrained"}}), 0, 1e-12);
  EXPECT_EQ(at("remedy_excess_pbs", {{"policy", "majority"}}).reason,
            "0 by construction over a full set of shifts: see vote_residual");
  EXPECT_NEAR((*this)("remedy_excess_change", {{"policy", "constrained"}}), 0, 1e-12);
  EXPECT_GT((*this)("remedy_excess_change", {{"policy", "no thinking"}}), .3) << "slot A in every order";
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens_change", {{"policy", "constrained"}}), 16 - 20);
}

TEST_F(Curves, PoliciesPayForWhatTheyLookAt) {
  // At 0 and 10 tokens two equal answers in a row come in the first order alone; the others run to 20.
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "equal:2"}}), (10 + 3 * 20) / 4.0 + 2 * 6);
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "budget:64"}}), 20 + 6) << "one look, at the end";
}

// Settled at once in the first order, where slot A is the answer, and after 10 tokens in the others.
TEST_F(Curves, HindsightStopsWhereTheAnswerIsSettled) {
  EXPECT_DOUBLE_EQ((*this)("remedy_accuracy", {{"policy", "hindsight"}}), 1);
  EXPECT_DOUBLE_EQ((*this)("remedy_tokens", {{"policy", "hindsight"}}), 6 + 10 * 3.0 / 4);
}

TEST_F(Curves, SayHowFarConfidenceMeansWhatItSays) {
  // The file's order of each item: slot A, which is right, with probability 1, then .7.
  const Result& sure = at("calibration", {{"read_at", "fraction:0"}, {"bin", "10"}});
  EXPECT_DOUBLE_EQ(sure.value.value(), 1);
  EXPECT_DOUBLE_EQ(sure.null.value(), 1);
  EXPECT_EQ(sure.n, 6);
  EXPECT_DOUBLE_EQ((*this)("calibration_error", {{"read_at", "fraction:0"}}), 0);
  EXPECT_EQ(find_result(results, kCell, "calibration", {{"read_at", "fraction:0"}, {"bin", "8"}}), nullptr);
  EXPECT_EQ(find_result(results, kCell, "calibration_error", {{"read_at", "last_prompt"}}), nullptr);
}

TEST_F(Curves, AreNoAnswersOfTheStudy) {
  EXPECT_EQ(at("accuracy_mean").n, 24);
  for (const Result& r : results) EXPECT_EQ(r.group.at("treatment"), "none");
}

// Slot A is answered in three orders of four, and in the fourth where it is cut.
TEST(Cuts, GoToTheSlotThatWholeAnswersAreDrawnTo) {
  Observations obs = hand_made::study(std::vector<hand_made::Question>(10, {.answers = "ABAA"}));
  std::vector<Observation> rows;
  for (Observation& row : obs.rows) {
    row.reading.n_tokens = 20;
    const bool changes = row.key.variant == 1;  // from B to A
    rows.push_back(follow_up(row, "truncate", "ccp_eq2-0.15", 8, changes ? 0 : *row.reading.slot));
    rows.push_back(follow_up(row, "truncate", "ccp_eq2+0.15", 19, row.reading.slot));
  }
  obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  const auto results = compute_metrics(obs, 7);
  const auto of = [&](std::map<std::string, std::string> more) {
    more["cut"] = "truncate";
    return find_result(results, kCell, "change_to_preferred", more);
  };
  EXPECT_EQ(find_result(results, kCell, "preferred_slot")->value, 0);
  for (const auto& more : {std::map<std::string, std::string>{}, {{"bucket", "0.3 to 0.5"}}}) {
    EXPECT_EQ(of(more)->value, 1);
    EXPECT_DOUBLE_EQ(of(more)->null.value(), .25)
        << "one change a item, dealt to four orders, in one of which it is at A";
    EXPECT_EQ(of(more)->n, 10);
  }
  EXPECT_EQ(of({{"bucket", "0.9 to 1"}})->reason, "no observation");
  EXPECT_EQ(of({{"side", "behind it"}})->reason, "no observation");
}

// Every item changes once in four orders, always to slot A: with p = 1/4 an item, 4^-10 of all, for that slot alone.
TEST(Cuts, PreferASlotThatIsChosenOrNamed) {
  Observations obs = hand_made::study(std::vector<hand_made::Question>(10, {.answers = "ABAA"}));
  std::vector<Observation> rows;
  for (Observation& row : obs.rows) {
    row.reading.n_tokens = 20;
    rows.push_back(follow_up(row, "truncate", "ccp_eq2-0.15", 8, 0));
  }
  obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  using enum SlotChoice::By;
  const auto made = [&](SlotChoice choice, const char* metric) {
    const auto results = compute_metrics(obs, 7, {}, false, {}, choice);
    return *find_result(results, kCell, metric, {{"cut", "truncate"}});
  };
  EXPECT_EQ(made({}, "preferred_destination").p_kind, "cross-fitted");
  EXPECT_EQ(made({kOmnibus}, "preferred_destination").p_kind, "omnibus");
  EXPECT_EQ(made({kOmnibus}, "preferred_destination").p, made({}, "destination_test").p);
  EXPECT_FALSE(made({}, "change_to_preferred").p) << "that slot was chosen from the same items";
  const Result given = made({kGiven, 0}, "preferred_destination");
  EXPECT_EQ(given.value, 0);
  EXPECT_EQ(given.p_kind, "given, exact");
  EXPECT_NEAR(given.p.value(), std::pow(0.25, 10), 1e-12);
  EXPECT_NEAR(made({kGiven, 0}, "change_to_preferred").p.value(), std::pow(0.25, 10), 1e-12);
  EXPECT_EQ(made({kGiven, 1}, "preferred_destination").p, 1.0);
  EXPECT_EQ(made({kGiven, 1}, "change_to_preferred").value, 0.0);
  EXPECT_EQ(made({kGiven, 9}, "preferred_destination").reason, "no item can vary") << "there is no slot J";
}

// Two items change before the commitment point and not behind it: too few for an interval, which t makes wider than any
// difference of shares.
TEST(Cuts, OfTwoItemsHaveNoInterval) {
  Observations obs = hand_made::study(std::vector<hand_made::Question>(2, {.answers = "B"}));
  std::vector<Observation> rows;
  for (Observation& row : obs.rows) {
    row.reading.n_tokens = 20;
    rows.push_back(follow_up(row, "truncate", "ccp_eq2-0.15", 8, row.item == &obs.items[0][0] ? 0 : 1));
    rows.push_back(follow_up(row, "truncate", "ccp_eq2+0.15", 19, row.reading.slot));
  }
  obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  const auto results = compute_metrics(obs, 7);
  const Result& r = *find_result(results, kCell, "change_before_less_after", {{"cut", "truncate"}});
  EXPECT_DOUBLE_EQ(r.value.value(), .5);
  EXPECT_FALSE(r.low);
  EXPECT_EQ(r.reason, "no interval: fewer than 5 items");
}

TEST(SlotChoice, IsReadFromWords) {
  using enum SlotChoice::By;
  EXPECT_EQ(parse_slot_choice("").by, kCrossFitted);
  EXPECT_EQ(parse_slot_choice("omnibus").by, kOmnibus);
  EXPECT_EQ(parse_slot_choice("b").slot, 1);
  for (const char* text : {"AB", "1", "best"}) EXPECT_THROW(parse_slot_choice(text), Error) << text;
}

// Six orders of three options, the last three reversed. Forth the contents 0, 0, 1 are answered, back 1, 1, 0.
TEST(Votes, OverTheShiftsOfBothDirectionsMayDiffer) {
  const std::vector<std::vector<int>> orders{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}};
  const auto make = [&](std::size_t n_orders) {
    Observations obs = hand_made::study(std::vector<hand_made::Question>(
        4, {.answers = std::string(n_orders, 'A'), .options = {"red", "green", "blue"}}));
    std::vector<Observation> rows;
    for (Observation& row : obs.rows) {
      const auto v = static_cast<std::size_t>(row.key.variant);
      row.variant.order = orders[v];
      const bool of_first_item = row.item == &obs.items[0][0];
      const int content = of_first_item ? std::vector{0, 0, 1, 1, 1, 0}[v] : 0;
      row.reading.option = content;
      row.reading.slot = static_cast<int>(std::ranges::find(orders[v], content) - orders[v].begin());
      rows.push_back(checkpoint(row, 10, leaning(3, *row.reading.slot)));
    }
    obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
    return compute_metrics(obs, 7);
  };
  const auto results = make(6);
  for (const char* policy : {"majority", "average"}) {
    const Result& r = *find_result(results, kCell, "vote_residual", {{"policy", policy}});
    EXPECT_DOUBLE_EQ(r.value.value(), .25) << policy;
    EXPECT_EQ(r.n, 4);
  }
  // Each direction votes for itself, at the price of three orders: of one item of four half the votes are right.
  EXPECT_DOUBLE_EQ(find_result(results, kCell, "remedy_tokens", {{"policy", "majority"}})->value.value(),
                   3 * find_result(results, kCell, "remedy_tokens", {{"policy", "none"}})->value.value());
  const Result& accuracy = *find_result(results, kCell, "remedy_accuracy", {{"policy", "majority"}});
  EXPECT_DOUBLE_EQ(accuracy.value.value(), (accuracy.n_clusters - .5) / accuracy.n_clusters);
  EXPECT_THAT(find_result(make(3), kCell, "vote_residual")->reason, testing::HasSubstr("permutations = \"both\""));
}

TEST(NoCurves, IsSaid) {
  const auto results = compute_metrics(hand_made::study({{.answers = "ABCD"}}), 7);
  EXPECT_EQ(find_result(results, kCell, "calibration")->reason, "no read-out of the labels, or no gold");
  EXPECT_EQ(find_result(results, kCell, "forced_ccp")->reason,
            "no commitment curve: treatments = [\"curve\"] in the study");
}

// After 4 tokens slot A is answered in every order, after 16 the right content.
TEST(Budgets, SlopesArePerDoublingOfTheAssignedLength) {
  std::vector<hand_made::Question> questions(9, {.answers = "ABCD"});
  Observations obs = hand_made::study(questions);
  hand_made::add(obs, std::vector<hand_made::Question>(9, {.answers = "AAAA"}), {"tiny", "quiz", "direct", "budget:4"});
  questions.back().answers = "AB.D";
  hand_made::add(obs, questions, {"tiny", "quiz", "direct", "budget:16"});
  hand_made::add(obs, questions, {"tiny", "quiz", "cot", "budget:64"});  // of another mode
  const auto results = compute_metrics(obs, 7);
  const Result& accuracy = *find_result(results, kCell, "budget_slope", {{"of", "accuracy"}});
  EXPECT_DOUBLE_EQ(accuracy.value.value(), .75 / 2);
  EXPECT_EQ(accuracy.n_clusters, 8);
  EXPECT_EQ(accuracy.left_out.at("item without two complete budgets"), 1);
  EXPECT_NEAR(accuracy.p.value(), std::pow(2.0, -7), .01) << "eight signs alike, either way";
  const double null = (16 * std::sqrt(1.0 / 8) + 4 * 0.5 + 4 * std::sqrt(0.75)) / 24;
  EXPECT_NEAR(find_result(results, kCell, "budget_slope", {{"of", "excess_pbs"}})->value.value(),
              -(std::sqrt(0.75) - null) / 2, 1e-12);
}

TEST(Budgets, WithoutOneIsSaid) {
  const auto results = compute_metrics(hand_made::study({{.answers = "ABCD"}}), 7);
  EXPECT_THAT(find_result(results, kCell, "budget_slope")->reason, testing::HasSubstr("budget:64"));
}

TEST(Duplicates, AreCountedAmongTheDrawsOfOneCut) {
  Observations obs = hand_made::study(std::vector<hand_made::Question>(2, {.answers = "A"}));
  std::vector<Observation> rows;
  const auto draw = [&](const Observation& of, const char* point, std::uint64_t text) {
    rows.push_back(follow_up(of, "truncate", point, 8, 0));
    rows.back().text_hash = text;
  };
  // Of the first item one of two repeats; a text at another cut is none. Of the second all three draws are one text.
  for (const std::uint64_t text : {1, 1, 2}) draw(obs.rows[0], "ccp_eq2-0.05", text);
  draw(obs.rows[0], "ccp_eq2+0.05", 1);
  for (const std::uint64_t text : {1, 1, 1}) draw(obs.rows[1], "ccp_eq2-0.05", text);
  obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  const auto results = compute_metrics(obs, 7);
  const Result& share = *find_result(results, kCell, "duplicate_share", {{"cut", "truncate"}});
  EXPECT_DOUBLE_EQ(share.value.value(), 3.0 / 4);
  EXPECT_EQ(share.n, 4);
}

// Where an answer failed, nothing follows it: the budget's item is incomplete, not one of fewer orders.
TEST(Budgets, OfAFailedAnswerAreMissing) {
  Observations obs;
  hand_made::add(obs, {{.answers = "ABC!"}, {.answers = "ABCD"}});
  hand_made::add(obs, {{.answers = "ABC"}, {.answers = "ABCD"}}, {"tiny", "quiz", "direct", "budget:8"});
  const auto results = compute_metrics(obs, 7);
  const Configuration budget{"tiny", "quiz", "direct", "budget:8"};
  EXPECT_EQ(find_result(results, budget, "flip_rate")->n_clusters, 1) << "one item is complete";
  EXPECT_TRUE(find_result(results, budget, "pbs")->value);
}

// Every answer is cut once before the commitment point and once behind it; before, half of the orders change to slot A.
TEST(Cuts, AreCountedBySideAndPlace) {
  Observations obs = hand_made::study(std::vector<hand_made::Question>(10, {.answers = "BCDA"}));
  std::vector<Observation> rows;
  for (Observation& row : obs.rows) {
    row.reading.n_tokens = 20;
    const bool changes = row.key.variant == 0 || row.key.variant == 1;
    rows.push_back(follow_up(row, "truncate", "ccp_eq2-0.15", 8, changes ? 0 : *row.reading.slot));
    rows.push_back(follow_up(row, "truncate", "ccp_eq2+0.15", 19, row.reading.slot));
    rows.push_back(follow_up(row, "resample", "start", 0));  // not read
  }
  obs.rows.insert(obs.rows.end(), rows.begin(), rows.end());
  const auto results = compute_metrics(obs, 7);
  const auto value = [&](std::string_view metric, std::map<std::string, std::string> more) {
    more["cut"] = "truncate";
    return find_result(results, kCell, metric, more)->value.value();
  };
  EXPECT_DOUBLE_EQ(value("change_rate", {}), .25);
  EXPECT_DOUBLE_EQ(value("change_rate", {{"bucket", "0.3 to 0.5"}}), .5);
  EXPECT_DOUBLE_EQ(value("change_rate", {{"bucket", "0.9 to 1"}}), 0);
  EXPECT_DOUBLE_EQ(value("change_rate", {{"side", "before the commitment point"}}), .5);
  EXPECT_DOUBLE_EQ(value("change_before_less_after", {}), .5);
  EXPECT_LT(value("change_trend", {{"items_compared", "each with itself"}}), -3);
  EXPECT_GT(value("destination_pull", {{"slot", "A"}}), 0);
  EXPECT_FALSE(find_result(results, kCell, "change_to_preferred", {{"cut", "truncate"}})->value)
      << "contents that never change have no slot that draws";
  const Result* resample = find_result(results, kCell, "change_rate", {{"cut", "resample"}});
  EXPECT_FALSE(resample->value);
  EXPECT_EQ(resample->left_out.at("continuation without an answer"), 40);
}

}  // namespace
}  // namespace brink
