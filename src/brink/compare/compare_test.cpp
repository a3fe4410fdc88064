#include "brink/compare/compare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "brink/metrics/hand_made.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;

Pairing pair(const std::vector<Question>& a, const std::vector<Question>& b, Observations& obs_a, Observations& obs_b) {
  obs_a = hand_made::study(a);
  obs_b = hand_made::study(b);
  std::vector<std::string> alone;
  const std::vector<Pairing> pairings = pair_up({&obs_a, {.model = "tiny"}}, {&obs_b, {.model = "tiny"}}, alone);
  EXPECT_EQ(pairings.size(), 1u);
  EXPECT_TRUE(alone.empty());
  return pairings.at(0);
}

class Differences {
 public:
  Differences(const std::vector<Question>& a, const std::vector<Question>& b)
      : results_(differences(pair(a, b, obs_a_, obs_b_), 7)) {}

  const Result& at(std::string_view metric, const std::string& side = "b - a",
                   const std::map<std::string, std::string>& more = {}) const {
    std::map<std::string, std::string> group = more;
    group["side"] = side;
    for (const Result& r : results_)
      if (r.metric == metric && r.group == group) return r;
    throw std::out_of_range(std::string(metric));
  }
  const std::vector<Result>& all() const { return results_; }

 private:
  Observations obs_a_, obs_b_;
  std::vector<Result> results_;
};

/// The same, with an entropy before the first token on both sides; the items differ by no more than a fifth of a bit.
std::vector<Result> with_entropy(double bits_a, double bits_b) {
  Observations a, b;
  Pairing p =
      pair({{.answers = "A"}, {.answers = "B"}, {.answers = "."}, {.answers = "A"}, {.answers = "B"}, {.answers = "."}},
           std::vector<Question>(6, {.answers = "A"}), a, b);
  for (auto& [obs, bits] : {std::pair{&a, bits_a}, {&b, bits_b}})
    for (std::size_t i = 0; i < obs->rows.size(); ++i) {
      const double own = obs == &b ? (i % 2 == 0 ? .1 : -.1) : 0;
      obs->rows[i].read_out = ReadOut{.entropy_bits = bits + own + static_cast<double>(i), .top = {}, .asked = {}};
    }
  return differences(p, 7);
}

TEST(Differences, OfEntropyHaveAPatternAndUnreadAnswersCountAsWrong) {
  const auto at = [](const std::vector<Result>& results, std::string_view metric,
                     const std::map<std::string, std::string>& group) {
    for (const Result& r : results)
      if (r.metric == metric && r.group == group) return r;
    throw std::out_of_range(std::string(metric));
  };
  const auto lower = with_entropy(2, 1), higher = with_entropy(1, 2), equal = with_entropy(1, 1);
  EXPECT_NEAR(at(lower, "h_int", {{"side", "b - a"}, {"pattern", "CF"}}).value.value(), -1, 1e-12);
  EXPECT_NEAR(at(higher, "h_int", {{"side", "b - a"}, {"pattern", "EC"}}).value.value(), 1, 1e-12);
  EXPECT_NEAR(at(equal, "h_int", {{"side", "b - a"}, {"pattern", "n.s."}}).value.value(), 0, 1e-12);
  EXPECT_DOUBLE_EQ(at(lower, "accuracy_of_all", {{"side", "a"}}).value.value(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(at(lower, "accuracy_of_all", {{"side", "b"}}).value.value(), 1.0);
  EXPECT_DOUBLE_EQ(at(lower, "accuracy_of_all", {{"side", "b - a"}}).p.value(), 0.125);
  EXPECT_EQ(at(lower, "accuracy_pairs", {{"side", "both"}, {"cell", "only b right"}}).value, 4);
  EXPECT_EQ(at(lower, "accuracy_pairs", {{"side", "both"}, {"cell", "only a right"}}).value, 0);
}

std::vector<Question> repeated(int n, const Question& q) {
  return std::vector<Question>(static_cast<std::size_t>(n), q);
}

TEST(PairUp, CountsWhatHasNoPartnerByReason) {
  Observations a, b;
  const Pairing p = pair({{.answers = "ABCD"}, {.answers = "AB?D"}, {.answers = "ABCD"}},
                         {{.answers = "ABC"}, {.answers = "A?CD"}}, a, b);
  ASSERT_EQ(p.items.size(), 2u);
  EXPECT_EQ(p.items[0].cells.size(), 3u);
  EXPECT_EQ(p.items[0].n_planned, 4);
  EXPECT_FALSE(p.items[0].complete());
  EXPECT_EQ(p.items[1].cells.size(), 2u);
  const std::map<std::string, int> why{
      {"order only in a", 1}, {"not recorded in a", 1}, {"not recorded in b", 1}, {"item only in a", 4}};
  EXPECT_EQ(p.unpaired, why);
}

TEST(PairUp, PairsVariantsByTheirOrderNotTheirNumber) {
  Observations a = hand_made::study({{.answers = "ABCD"}}), b = hand_made::study({{.answers = "ABCD"}});
  for (Observation& row : b.rows) row.key.variant = 3 - row.key.variant;
  std::vector<std::string> alone;
  const Pairing p = pair_up({&a, {.model = "tiny"}}, {&b, {.model = "tiny"}}, alone).at(0);
  ASSERT_EQ(p.items.at(0).cells.size(), 4u);
  for (const CellPair& cell : p.items[0].cells) EXPECT_EQ(cell.a->variant, cell.b->variant);
}

TEST(PairUp, NamesConfigurationsWithoutPartner) {
  Observations a = hand_made::study({{.answers = "ABCD"}}), b;
  hand_made::add(b, {{.answers = "ABCD"}}, {"tiny", "quiz", "cot", "none"});
  std::vector<std::string> alone;
  EXPECT_TRUE(pair_up({&a, {.model = "tiny"}}, {&b, {.model = "tiny"}}, alone).empty());
  EXPECT_EQ(alone, (std::vector<std::string>{"only in a: tiny quiz direct", "only in b: tiny quiz cot"}));
}

TEST(PairUp, PairsConfigurationsThatDifferInWhatIsGivenOnBothSides) {
  Observations obs;
  for (const char* mode : {"cot", "direct"})
    for (const char* model : {"large", "small"})
      hand_made::add(obs, {{.answers = "ABCD"}}, {model, "quiz", mode, "none"});
  std::vector<std::string> alone;
  std::vector<Pairing> found = pair_up({&obs, {.mode = "cot"}}, {&obs, {.mode = "direct"}}, alone);
  ASSERT_EQ(found.size(), 2u) << "once for each model";
  EXPECT_EQ(found[0].a, (Configuration{"large", "quiz", "cot", "none"}));
  EXPECT_EQ(found[0].b, (Configuration{"large", "quiz", "direct", "none"}));
  EXPECT_EQ(found[0].items.at(0).cells.size(), 4u);
  found = pair_up({&obs, {.model = "large", .mode = "cot"}}, {&obs, {.model = "small", .mode = "direct"}}, alone);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(alone.empty());
  EXPECT_TRUE(pair_up({&obs, {.mode = "cot"}}, {&obs, {}}, alone).empty()) << "the same on both sides, so itself";
}

TEST(Differences, OfAConsistentAndAFirstSlotModelAreWorkedByHand) {
  const Differences d(repeated(20, {.answers = consistent(0), .gold = 0}),
                      repeated(20, {.answers = "AAAA", .gold = 0}));
  EXPECT_EQ(d.at("accuracy").value, 0.0) << "both are right in the first order";
  EXPECT_EQ(d.at("accuracy").p, 1.0);
  EXPECT_LT(d.at("accuracy").low.value(), 0);
  EXPECT_EQ(d.at("accuracy_mean", "a").value, 1.0);
  EXPECT_EQ(d.at("accuracy_mean", "b").value, 0.25);
  EXPECT_NEAR(d.at("accuracy_mean").value.value(), -0.75, 1e-12);
  EXPECT_NEAR(d.at("accuracy_mean").p.value(), std::pow(2.0, -19), 1e-12) << "all 20 signs alike, either way";
  EXPECT_EQ(d.at("accuracy_mean").n, 80);
  EXPECT_EQ(d.at("accuracy_mean").n_clusters, 20);
  EXPECT_EQ(d.at("flip_rate").value, 1.0);
  EXPECT_NEAR(d.at("flip_rate").p.value(), std::pow(2.0, -19), 1e-12);
  const double null = (16 * std::sqrt(1.0 / 8) + 4 * 0.5 + 4 * std::sqrt(0.75)) / 24;
  EXPECT_NEAR(d.at("excess_pbs").value.value(), std::sqrt(0.75) - null, 1e-12);
  EXPECT_NEAR(d.at("pbs").value.value(), std::sqrt(0.75), 1e-12);
  EXPECT_EQ(d.at("pbs").reason, "no interval: all items are alike");
  EXPECT_NEAR(d.at("pull", "b - a", {{"slot", "A"}}).value.value(), 0.75, 1e-12);
  EXPECT_NEAR(d.at("pull", "b - a", {{"slot", "D"}}).value.value(), -0.25, 1e-12);
  EXPECT_EQ(d.at("length_tokens").value, 0.0);
}

TEST(Differences, SignedRanksOfPbsLookBothWays) {
  // PBS is 0 in a; in b it is 0 for two items and greater for five.
  std::vector<Question> b = repeated(2, {.answers = "ABCD"});
  for (int i = 0; i < 5; ++i) b.push_back({.answers = "AAAA"});
  const Differences d(repeated(7, {.answers = "ABCD"}), b);
  const Result& exact = d.at("pbs_wilcoxon", "b > a", {{"method", "exact"}});
  EXPECT_NEAR(exact.p.value(), std::pow(2.0, -5), 1e-12) << "all five signs alike";
  EXPECT_EQ(exact.value, -1.0);
  EXPECT_EQ(exact.n, 5);
  EXPECT_EQ(exact.n_clusters, 7);
  EXPECT_EQ(exact.left_out.at("equal PBS"), 2);
  EXPECT_NEAR(d.at("pbs_wilcoxon", "a > b", {{"method", "exact"}}).p.value(), 1, 1e-12);
  // Midrank 3 five times: W = 0, mean 7.5, variance 5 * 9 / 4.
  EXPECT_NEAR(d.at("pbs_wilcoxon", "b > a", {{"method", "normal"}}).p.value(),
              std::erfc(7.5 / std::sqrt(11.25) / std::sqrt(2.0)) / 2, 1e-12);
}

TEST(Differences, LengthsAreComparedByTheirRatio) {
  const std::vector<Question> questions(6, {.answers = "ABCD"});
  Observations a = hand_made::study(questions), b = hand_made::study(questions);
  for (Observation& row : b.rows) row.reading.n_chars *= row.item->id == "q1" ? 1 : row.item->id == "q2" ? 9 : 3;
  std::vector<std::string> alone;
  for (const Result& r : differences(pair_up({&a, {.model = "tiny"}}, {&b, {.model = "tiny"}}, alone).at(0), 7)) {
    if (r.metric != "length_ratio" || r.group.at("side") != "b / a") continue;
    EXPECT_NEAR(r.value.value(), 3, 1e-12);
    EXPECT_GE(r.low.value(), 1);
    EXPECT_LE(r.high.value(), 9);
    EXPECT_LT(r.low.value(), r.high.value());
    return;
  }
  FAIL() << "no ratio";
}

TEST(Differences, McNemarCountsTheItemsThatDiffer) {
  // Right in a and b: 2; in b only: 3; in a only: 1. Gold is option 0, at slot A.
  const std::vector<Question> a{{.answers = "A"}, {.answers = "A"}, {.answers = "B"},
                                {.answers = "B"}, {.answers = "C"}, {.answers = "A"}};
  const std::vector<Question> b{{.answers = "A"}, {.answers = "A"}, {.answers = "A"},
                                {.answers = "A"}, {.answers = "A"}, {.answers = "B"}};
  const Differences d(a, b);
  EXPECT_NEAR(d.at("accuracy").value.value(), 2.0 / 6, 1e-12);
  EXPECT_NEAR(d.at("accuracy").p.value(), 2 * (1 + 4) / 16.0, 1e-12);
  EXPECT_EQ(d.at("flip_rate").reason, "no item with two or more orders, all answered on both sides");
  EXPECT_EQ(d.at("pull").reason, "no item with two answers on both sides");
}

TEST(Differences, StatusSharesCountEveryPair) {
  const Differences d({{.answers = "AB.t"}}, {{.answers = "ABCD"}});
  EXPECT_EQ(d.at("status_share", "b - a", {{"status", "ok"}}).value, 0.5);
  EXPECT_EQ(d.at("status_share", "b - a", {{"status", "truncated"}}).value, -0.25);
  EXPECT_EQ(d.at("status_share", "b - a", {{"status", "ok"}}).reason, "no interval: fewer than 5 items");
  EXPECT_THROW(d.at("status_share", "b - a", {{"status", "refused"}}), std::out_of_range) << "on neither side";
}

TEST(Differences, OfASideWithItselfAreZero) {
  const std::vector<Question> questions{{.answers = "ABCD"}, {.answers = "AAAA"}, {.answers = "AB.t"},
                                        {.answers = "!!?A"}, {.answers = "DCBA"}, {.answers = "rmoA"}};
  const Differences d(questions, questions);
  for (const Result& r : d.all()) {
    if (r.group.at("side") != "b - a" || !r.value) continue;
    SCOPED_TRACE(r.metric);
    EXPECT_EQ(r.value, 0.0);
    EXPECT_EQ(r.p.value_or(1), 1);
    EXPECT_LE(r.low.value_or(0), 0);
    EXPECT_GE(r.high.value_or(0), 0);
  }
}

TEST(Differences, SwappedSidesSwapSigns) {
  const std::vector<Question> a{{.answers = "ABCD"}, {.answers = "AAAA"}, {.answers = "BBAA"}};
  const std::vector<Question> b{{.answers = "AACD"}, {.answers = "ABCD"}, {.answers = "BACD"}};
  const Differences ab(a, b), ba(b, a);
  for (const Result& r : ab.all()) {
    if (r.group.at("side") != "b - a" || !r.value) continue;
    SCOPED_TRACE(r.metric);
    std::map<std::string, std::string> more = r.group;
    more.erase("side");
    EXPECT_NEAR(*r.value, -ba.at(r.metric, "b - a", more).value.value(), 1e-12);
  }
}

TEST(DifferenceKinds, AreEachComputedOrSayWhyNot) {
  for (const auto& [a, b] : {std::pair{repeated(3, {.answers = "ABCD"}), repeated(3, {.answers = "AACD"})},
                             {repeated(3, {.answers = "!!!!"}), repeated(3, {.answers = "...."})},
                             {repeated(2, {.answers = "AB", .gold = -1, .options = {"x", "y"}}),
                              repeated(2, {.answers = "AA", .gold = -1, .options = {"x", "y"}})}}) {
    const Differences d(a, b);
    for (const DifferenceKind& kind : difference_kinds()) {
      if (kind.name.starts_with("state_")) continue;  // of stores: states_test.cpp
      const auto of_kind = [&](const Result& r) { return r.metric == kind.name; };
      EXPECT_TRUE(std::ranges::any_of(d.all(), of_kind)) << kind.name;
    }
    for (const Result& r : d.all()) {
      EXPECT_TRUE(r.value || !r.reason.empty()) << r.metric;
      EXPECT_EQ(r.low.has_value(), r.high.has_value()) << r.metric;
    }
  }
}

Completion completion(const std::string& text, std::vector<Token> tokens) {
  Completion c;
  c.text = text;
  c.logprobs_nats.assign(tokens.size(), -0.5F);
  c.tokens = std::move(tokens);
  c.rendered_prompt = "Q";
  c.prompt_tokens = {1, 2};
  return c;
}

TEST(Divergence, IsTheFirstTokenThatDiffers) {
  const Divergence d = divergence(completion("It is B", {10, 11, 12}), completion("It is C.", {10, 11, 13, 14}));
  EXPECT_EQ(d.n_chars, 6);
  EXPECT_EQ(d.text_a, "B");
  EXPECT_EQ(d.text_b, "C.");
  EXPECT_EQ(d.n_tokens, 2);
  EXPECT_EQ(d.token_a, 12);
  EXPECT_EQ(d.token_b, 13);
  EXPECT_EQ(d.logprob_a_nats, -0.5F);
  EXPECT_EQ(d.margin_nats.why_undefined, "the second choice is recorded before the first token only");
}

TEST(Divergence, AtTheFirstTokenHasTheReadOutsMargin) {
  Completion a = completion("B", {20}), b = completion("C", {21});
  EXPECT_EQ(divergence(a, b).margin_nats.why_undefined, "no read-out is recorded");
  a.read_out = ReadOut{.top = {{20, -0.25F}, {21, -1.5F}}, .asked = {}};
  EXPECT_EQ(divergence(a, b).margin_nats.value, 1.25);
}

TEST(Divergence, CanBeAnEndAndStandsBeforeAWholeCharacter) {
  const Divergence d = divergence(completion("\u00e9", {7}), completion("\u00e8", {8}));
  EXPECT_EQ(d.n_chars, 0) << "the two share a byte, not a character";
  EXPECT_EQ(d.text_a, "\u00e9");
  const Divergence end = divergence(completion("ab", {1}), completion("abc", {1, 2}));
  EXPECT_FALSE(end.token_a);
  EXPECT_EQ(end.token_b, 2);
}

TEST(Divergence, SaysWhyTokensCannotBeCompared) {
  const Completion a = completion("B", {20});
  Completion b = completion("C", {21});
  b.prompt_tokens = {5};
  EXPECT_EQ(divergence(a, b).why_no_tokens, "the vocabularies differ");
  EXPECT_EQ(divergence(a, b, false).why_no_tokens, "the answers go on from different beginnings");
  b.prompt_tokens.clear();
  EXPECT_EQ(divergence(a, b).why_no_tokens, "token ids are not recorded");
  b.rendered_prompt = "other";
  EXPECT_EQ(divergence(a, b).why_no_tokens, "the prompts differ");
  EXPECT_FALSE(divergence(a, b).n_tokens);
}

}  // namespace
}  // namespace brink
