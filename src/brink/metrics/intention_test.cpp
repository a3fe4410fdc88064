// Open questions, what is known before the first token, and modes held against each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "brink/metrics/answers.h"
#include "brink/metrics/hand_made.h"
#include "brink/metrics/metric.h"
#include "brink/metrics/modes.h"

namespace brink {
namespace {

using hand_made::Question;

const Configuration kBaseline{"tiny", "sums", "intention/baseline", "none"};
const Configuration kCot{"tiny", "sums", "intention/cot", "none"};

/// An answer to a question for a number, whose gold is 18. @param answer "" = nothing read, "!" = failed
struct Sum {
  std::string answer;
  std::optional<double> entropy_bits = {};
};

void add_sums(Observations& obs, const Configuration& c, const std::vector<Sum>& sums) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Item item;
    item.id = "s" + std::to_string(i + 1);
    item.stem = "Sum " + item.id + "?";
    item.gold = Decimal{"18"};
    item.hash = sha256(item.id);
    items.push_back(std::move(item));
  }
  obs.items.push_back(std::move(items));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Observation& o = obs.rows.emplace_back();
    o.item = &obs.items.back()[i];
    o.key = {.model = c.model,
             .dataset = c.dataset,
             .item = o.item->hash,
             .mode = c.mode,
             .treatment = c.treatment,
             .parent = {}};
    o.variant.label_set = "none";
    o.recorded = true;
    o.reading.status = sums[i].answer == "!"    ? Status::kError
                       : sums[i].answer.empty() ? Status::kNoAnswer
                                                : Status::kOk;
    if (o.reading.status == Status::kOk) o.reading.answer = sums[i].answer;
    o.reading.n_tokens = 10 + static_cast<int>(i);
    o.usage = {.n_prompt = 40 + static_cast<int>(i)};
    if (sums[i].entropy_bits) o.read_out = ReadOut{.entropy_bits = *sums[i].entropy_bits, .top = {}, .asked = {}};
  }
}

Observations two_modes() {
  Observations obs;
  add_sums(obs, kBaseline, {{"18", 1.0}, {"17", 2.0}, {"18.0", 1.5}, {"", 2.5}, {"!", 3.0}});
  add_sums(obs, kCot, {{"36/2", 0.5}, {"18", 1.0}, {"1", 0.25}, {"18", 1.5}, {"18", 1.0}});
  return obs;
}

const Result& at(const std::vector<Result>& results, const Configuration& c, std::string_view metric,
                 const std::map<std::string, std::string>& more = {}) {
  const Result* r = find_result(results, c, metric, more);
  EXPECT_NE(r, nullptr) << metric;
  static const Result none;
  return r ? *r : none;
}

TEST(OpenQuestions, AreGradedByValueAndUnreadOnesCountOnlyWhereSaid) {
  const auto results = compute_metrics(two_modes(), 1);
  const Result& accuracy = at(results, kBaseline, "accuracy");
  EXPECT_DOUBLE_EQ(accuracy.value.value(), 2.0 / 3);
  EXPECT_EQ(accuracy.n, 3);
  EXPECT_EQ(accuracy.left_out.at("no_answer"), 1);
  const Result& all = at(results, kBaseline, "accuracy_of_all");
  EXPECT_DOUBLE_EQ(all.value.value(), 2.0 / 4);
  EXPECT_EQ(all.left_out, (std::map<std::string, int>{{"error", 1}}));
  EXPECT_DOUBLE_EQ(at(results, kBaseline, "extraction_rate").value.value(), 3.0 / 4);
  EXPECT_DOUBLE_EQ(at(results, kCot, "accuracy").value.value(), 4.0 / 5) << "36/2 is 18";
  EXPECT_FALSE(at(results, kCot, "compliant").value);
  EXPECT_EQ(at(results, kCot, "compliant").reason, "no options: there is no letter to give");
}

TEST(OpenQuestions, HaveNothingThatNeedsAnOrder) {
  for (const Result& r : compute_metrics(two_modes(), 1)) {
    if (r.metric == "order_test" || r.metric == "pbs" || r.metric == "flip_rate") {
      EXPECT_FALSE(r.value) << r.metric;
      EXPECT_FALSE(r.reason.empty()) << r.metric;
    }
  }
}

TEST(OpenQuestions, ATextIsRightWithoutRegardToCaseAndArticle) {
  Observations obs;
  add_sums(obs, kBaseline, {{"nile"}});
  obs.items[0][0].gold = std::string("The Nile.");
  EXPECT_EQ(is_right(obs.rows[0]), true);
  obs.items[0][0].gold = std::monostate{};
  EXPECT_EQ(is_right(obs.rows[0]), std::nullopt);
}

TEST(HInt, IsTheMeanOverItemsAndItsSpread) {
  Observations obs = two_modes();
  obs.rows[0].read_out.reset();
  const auto results = compute_metrics(obs, 1);
  const Result& h = at(results, kBaseline, "h_int");
  EXPECT_DOUBLE_EQ(h.value.value(), (2.0 + 1.5 + 2.5) / 3);
  EXPECT_EQ(h.left_out.at("no read-out before the first token"), 1);
  EXPECT_EQ(h.left_out.at("error"), 1);
  EXPECT_DOUBLE_EQ(at(results, kBaseline, "h_int_sd").value.value(), 0.5);
}

TEST(Changes, AreAgainstTheBaselineOnTheSameItems) {
  const auto results = compute_metrics(two_modes(), 1);
  const Result& h = at(results, kCot, "h_int_change", {{"against", "intention/baseline"}});
  EXPECT_DOUBLE_EQ(h.value.value(), -(0.5 + 1.0 + 1.25 + 1.0 + 2.0) / 5);
  EXPECT_EQ(entropy_pattern(h), "CF");
  const Result& right = at(results, kCot, "accuracy_change", {{"against", "intention/baseline"}});
  EXPECT_DOUBLE_EQ(right.value.value(), 1.0 / 4) << "the failed request leaves four pairs";
  EXPECT_EQ(right.left_out.at("no pair"), 1);
  EXPECT_EQ(right.p_kind, "exact McNemar");
  EXPECT_DOUBLE_EQ(right.p.value(), 1.0) << "two against one";
  const auto cell = [&](const char* name) {
    return at(results, kCot, "accuracy_pairs", {{"against", "intention/baseline"}, {"cell", name}}).value.value();
  };
  EXPECT_EQ(cell("both right"), 1);
  EXPECT_EQ(cell("only this right"), 2);
  EXPECT_EQ(cell("only the other right"), 1);
  EXPECT_EQ(cell("both wrong"), 0);
  EXPECT_EQ(at(results, kBaseline, "h_int_change").reason, "no other mode to hold it against");
}

TEST(Changes, WithoutAPairThatDiffersHaveNoInterval) {
  Observations obs;
  add_sums(obs, kBaseline, {{"18"}, {"17"}});
  add_sums(obs, kCot, {{"18"}, {"16"}});
  const auto results = compute_metrics(obs, 1);
  const Result& r = at(results, kCot, "accuracy_change", {{"against", "intention/baseline"}});
  EXPECT_EQ(r.value, 0.0);
  EXPECT_EQ(r.p, 1.0);
  EXPECT_FALSE(r.low);
  EXPECT_EQ(r.reason, "no interval: no pair differs");
}

TEST(Changes, APatternNeedsItsWholeInterval) {
  const auto pattern = [](std::optional<double> low, std::optional<double> high) {
    Result r;
    r.low = low;
    r.high = high;
    return entropy_pattern(r);
  };
  EXPECT_EQ(pattern(-2, -1), "CF");
  EXPECT_EQ(pattern(1, 2), "EC");
  EXPECT_EQ(pattern(-1, 1), "n.s.");
  EXPECT_EQ(pattern(0, 1), "n.s.");
  EXPECT_EQ(pattern({}, {}), "n/a");
}

TEST(Changes, TheSameQuestionsWithOptionsAreHeldAgainstThoseWithout) {
  Observations obs;
  add_sums(obs, kBaseline, {{"18"}, {"17"}});
  const Configuration choice{"tiny", "sums_choice", "intention/baseline", "none"};
  hand_made::add(obs, {{.answers = "A", .gold = 0}, {.answers = "A", .gold = 0}, {.answers = "B", .gold = 0}}, choice);
  for (std::size_t i = 0; i < 2; ++i) obs.items[1][i].stem = obs.items[0][i].stem;
  const auto results = compute_metrics(obs, 1);
  const Result& r = at(results, choice, "accuracy_change", {{"against_dataset", "sums"}});
  EXPECT_EQ(r.n, 2);
  EXPECT_DOUBLE_EQ(r.value.value(), 0.5);
}

TEST(Options, EntropyMarginAndCoverageAreOfTheLabels) {
  Observations obs;
  hand_made::add(obs, {{.answers = "A", .gold = 0}, {.answers = "B", .gold = 0}});
  obs.rows[0].forced = Forced{{0.25, 0.25, 0.25, 0.25}, 0.8, 2};
  obs.rows[1].forced = Forced{{0, 1, 0, 0}, 0.6, 1};
  const auto results = compute_metrics(obs, 1);
  const Configuration c{"tiny", "quiz", "direct", "none"};
  const std::map<std::string, std::string> here{{"read_at", "last_prompt"}};
  EXPECT_DOUBLE_EQ(at(results, c, "option_entropy", here).value.value(), 0.5);
  EXPECT_DOUBLE_EQ(at(results, c, "option_coverage", here).value.value(), 0.7);
  EXPECT_EQ(at(results, c, "option_margin", here).left_out.at("second is masked"), 1);
  EXPECT_DOUBLE_EQ(at(results, c, "predictor_brier", {{"predictor", "answer_probability"}}).value.value(),
                   (0.75 * 0.75 + 1) / 2);
}

TEST(Predictors, ALowerEntropyOfRightAnswersIsAnAurocAboveOneHalf) {
  Observations obs;
  add_sums(obs, kBaseline, {{"18", 1.0}, {"18", 2.0}, {"3", 3.0}, {"", 4.0}});
  const auto results = compute_metrics(obs, 1);
  const auto auroc = [&](const char* predictor) {
    return at(results, kBaseline, "predictor_auroc", {{"predictor", predictor}, {"interval", "bootstrap"}}).value;
  };
  EXPECT_EQ(auroc("h_int"), 1.0) << "the unread answer counts as wrong";
  EXPECT_EQ(auroc("prompt_tokens"), 1.0);
  EXPECT_EQ(auroc("option_margin"), std::nullopt);
  const Result& aurc = at(results, kBaseline, "predictor_aurc", {{"predictor", "h_int"}});
  EXPECT_DOUBLE_EQ(aurc.value.value(), (0 + 0 + 1.0 / 3 + 2.0 / 4) / 4);
  EXPECT_DOUBLE_EQ(aurc.null.value(), 0.5);
}

TEST(Compliant, IsAboutTheFormOfAnswersInLetters) {
  Observations obs;
  hand_made::add(obs, {{.answers = "A"}, {.answers = "B"}, {.answers = "."}, {.answers = "!"}});
  for (std::size_t i = 0; i < 3; ++i) {
    obs.rows[i].reading.compliant = i < 2;
    obs.rows[i].reading.compliant_strict = i < 1;
  }
  const auto results = compute_metrics(obs, 1);
  const Configuration c{"tiny", "quiz", "direct", "none"};
  EXPECT_DOUBLE_EQ(at(results, c, "compliant").value.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(at(results, c, "compliant_strict").value.value(), 1.0 / 3);
}

}  // namespace
}  // namespace brink
