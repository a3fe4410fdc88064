#include "brink/treat/treat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/extract/observations.h"
#include "brink/extract/rules.h"
#include "brink/stats/curve.h"
#include "brink/study/treatment.h"

namespace brink {
namespace {

// One question to the scripted model that thinks aloud, and what follows its answer.
class Treat : public testing::Test {
 protected:
  Treat()
      : backend(open_backend({.backend = "scripted", .path = "think"})),
        labels(*backend),
        treatments(*backend, labels) {
    Item item;
    item.id = "q";
    item.stem = "which?";
    item.options = {"copper", "zinc", "tin", "lead"};
    data.name = "d";
    data.items = {item};
    finish_items(data.items);
    study.modes = {to_mode(*find_mode("cot"))};
    study.models = {{"m", {.backend = "scripted", .path = "think"}, {}}};
    study.data.emplace_back().name = "d";
  }

  std::vector<FollowUp> follow(const std::string& text, std::span<const Anchor> known = {}) {
    study.treatments = {*treatment_from_text(text)};
    planned = plan(study, study.models[0], backend->model(), std::span(&data, 1));
    const PlannedItem asked = plan_piece(planned[0], 0).at(0);
    record = answer(asked.requests[0]);
    cell = asked.cells[0];
    return treatments.follow(planned[0], data.items[0], cell, record, known);
  }
  Record answer(const Request& request) {
    Record out;
    const Bundle bundle{{request}};
    backend->answer({&bundle, 1}, [&](const Request& q, const Response& r) { out = {q.id(), q, r, {}, Sampled{}, {}}; },
                    {}, {});
    return out;
  }
  const Completion& completion() const { return std::get<Completion>(record.response); }

  std::unique_ptr<Backend> backend;
  LabelTokens labels;
  Treatments treatments;
  Dataset data;
  Study study;
  std::vector<PlannedConfiguration> planned;
  Record record;
  Cell cell;
};

TEST_F(Treat, TheTableHasARowForEveryKind) {
  std::vector<std::string> names;
  for (const Treatment* row : brink::treatments()) names.emplace_back(row->name);
  std::vector<std::string> kinds = treatment_kinds();
  kinds.emplace_back("states");
  EXPECT_EQ(names, kinds);
}

TEST_F(Treat, ACurveReadsOptionProbabilitiesUpToTheAnswer) {
  const std::vector<FollowUp> curve = follow("curve");
  ASSERT_GE(curve.size(), 4u);
  std::set<int> places;
  for (const FollowUp& one : curve) {
    EXPECT_EQ(one.cell.key.parent, record.id);
    EXPECT_EQ(one.cell.key.treatment, "curve");
    EXPECT_EQ(one.cell.record, one.request.id());
    EXPECT_EQ(one.request.decoding.max_tokens, 0);
    EXPECT_EQ(static_cast<int>(one.request.prefix_tokens.size()), one.request.prefix->n_tokens);
    EXPECT_TRUE(places.insert(one.request.prefix->n_tokens).second) << "each place once";
    const auto read = answer(one.request);
    const auto& done = std::get<Completion>(read.response);
    ASSERT_TRUE(done.read_out);
    const auto forced = forced_answer(*done.read_out, labels.texts(), std::vector<std::string>{"A", "B", "C", "D"});
    ASSERT_TRUE(forced);
    EXPECT_GT(forced->mass, .5) << one.cell.key.point;
  }
  EXPECT_EQ(curve.front().request.prefix->n_tokens, 0) << "before the first token";
  EXPECT_EQ(std::stoul(curve.back().anchor->value), completion().text.find("The answer is (")) << "before it is stated";
}

TEST_F(Treat, InsideThinkingTheClosingTagComesBeforeTheSuffix) {
  bool inside = false, behind = false;
  for (const FollowUp& one : follow("curve")) {
    const std::string kept = completion().text.substr(0, std::stoul(one.anchor->value));
    const bool open = kept.find("<think>") != kept.npos && kept.find("</think>") == kept.npos;
    EXPECT_EQ(one.request.prefix->suffix, (open ? "</think>" : "") + study.modes[0].commit_suffix);
    (open ? inside : behind) = true;
  }
  EXPECT_TRUE(inside && behind);
}

TEST_F(Treat, CutsStandAroundTheCommitmentPoint) {
  const std::vector<FollowUp> cuts = follow("truncate");
  const Reading reading = read_completion(profile("robust"), completion(), data.items[0], cell.variant);
  ASSERT_TRUE(reading.trajectory.ccp_eq2);
  ASSERT_FALSE(cuts.empty());
  std::set<Sha256> ids;
  for (const FollowUp& one : cuts) {
    EXPECT_TRUE(ids.insert(one.request.id()).second) << "draws have seeds of their own";
    EXPECT_EQ(one.request.decoding.temperature, .7);
    EXPECT_THAT(one.cell.key.point, testing::StartsWith("ccp_eq2"));
  }
  EXPECT_EQ(cuts.size() % 3, 0u);
  // The scripted tokens are short: a cut is within one of its share of the text.
  const double share = *reading.trajectory.ccp_eq2 + std::stod(cuts.front().cell.key.point.substr(7));
  EXPECT_NEAR(std::stod(cuts.front().anchor->value) / static_cast<double>(completion().text.size()), share, .06);
}

TEST_F(Treat, CutsAtTheForcedCcpComeOnceEveryReadOutHasARecord) {
  follow("curve");
  TreatmentSpec cut = *treatment_from_text("truncate");
  cut.ccp = "forced";
  planned[0].treatments = {cut, *treatment_from_text("curve")};
  std::map<Sha256, Record> records;
  const RecordOf record_of = [&](const Sha256& id) {
    const auto found = records.find(id);
    return found == records.end() ? std::nullopt : std::optional(found->second);
  };
  const auto of = [&](std::string_view treatment) {
    std::vector<FollowUp> out;
    for (FollowUp& one : treatments.follow(planned[0], data.items[0], cell, record, {}, record_of))
      if (one.cell.key.treatment == treatment) out.push_back(std::move(one));
    return out;
  };
  stats::Curve curve{{}, static_cast<int>(completion().tokens.size())};
  for (const FollowUp& one : of("curve")) {
    EXPECT_TRUE(of("truncate").empty()) << "while a read-out is missing";
    const Record& read = records[one.request.id()] = answer(one.request);
    const auto forced = forced_answer(*std::get<Completion>(read.response).read_out, labels.texts(),
                                      std::vector<std::string>{"A", "B", "C", "D"});
    curve.at.push_back({one.request.prefix->n_tokens, forced->p});
  }
  const double ccp = *stats::commitment(curve).ccp.value;
  int n = 0;
  for (const FollowUp& one : of("truncate")) {
    ASSERT_THAT(one.cell.key.point, testing::StartsWith("ccp_forced"));
    const double share = ccp + std::stod(one.cell.key.point.substr(10));
    EXPECT_NEAR(one.request.prefix->n_tokens, share * curve.n_tokens, 1) << one.cell.key.point;
    ++n;
  }
  EXPECT_GT(n, 0);
  EXPECT_EQ(n % 3, 0);
}

TEST_F(Treat, EatReadsTheNextTokenBehindTheClosingTagAtThePlacesOfTheCurve) {
  const auto curve = follow("curve"), eat = follow("eat");
  ASSERT_EQ(eat.size(), curve.size());
  bool inside = false;
  for (std::size_t i = 0; i < eat.size(); ++i) {
    EXPECT_EQ(eat[i].request.prefix->n_tokens, curve[i].request.prefix->n_tokens);
    EXPECT_EQ(eat[i].request.prefix->suffix + study.modes[0].commit_suffix, curve[i].request.prefix->suffix);
    EXPECT_EQ(eat[i].request.decoding.max_tokens, 0);
    inside |= eat[i].request.prefix->suffix == "</think>";
  }
  EXPECT_TRUE(inside);
}

TEST_F(Treat, APlaceboCutsWhateverTheCommitmentPoint) {
  const auto cuts = follow("truncate"), placebo = follow("placebo");
  ASSERT_EQ(cuts.size(), placebo.size());
  bool moved = false;
  for (std::size_t i = 0; i < cuts.size(); ++i)
    moved |= cuts[i].request.prefix->n_tokens != placebo[i].request.prefix->n_tokens;
  EXPECT_TRUE(moved);
  const auto bucket = [&](const FollowUp& cut) {
    const double share = cut.request.prefix->n_tokens / static_cast<double>(completion().usage.n_generated);
    return share < .3 ? 0 : share < .5 ? 1 : share < .7 ? 2 : share < .9 ? 3 : 4;
  };
  for (std::size_t i = 0; i < cuts.size(); ++i) EXPECT_EQ(bucket(cuts[i]), bucket(placebo[i])) << i;
}

TEST_F(Treat, AResampleHasNoPrefix) {
  const auto draws = follow("resample");
  ASSERT_EQ(draws.size(), 3u);
  for (const FollowUp& one : draws) EXPECT_FALSE(one.request.prefix);
  EXPECT_EQ(draws[2].cell.key.trial, 2);
}

TEST_F(Treat, ABudgetIsAWholeAnswerOfItsOwn) {
  const auto short_one = follow("budget:3"), long_one = follow("budget:100000");
  ASSERT_EQ(short_one.size(), 1u);
  EXPECT_TRUE(short_one[0].cell.key.parent.is_zero());
  EXPECT_EQ(short_one[0].cell.key.treatment, "budget:3");
  EXPECT_EQ(short_one[0].request.prefix->n_tokens, 3);
  EXPECT_LT(long_one[0].request.prefix->n_tokens, static_cast<int>(completion().tokens.size()))
      << "never past the answer";
}

TEST_F(Treat, AKnownAnchorStaysWhereItIs) {
  const auto first = follow("budget:3");
  const Anchor moved{record.id, "budget:3", 2, "9", 0};
  const auto again = follow("budget:3", {&moved, 1});
  EXPECT_EQ(again[0].request.prefix->n_tokens, 2);
  EXPECT_FALSE(again[0].anchor);
}

TEST_F(Treat, TreatmentsThatMeetAtAPlaceCutThere) {
  follow("curve");
  planned[0].treatments = {*treatment_from_text("free"), *treatment_from_text("curve")};
  std::map<std::string, int> cut_at;
  for (const FollowUp& one : treatments.follow(planned[0], data.items[0], cell, record, {}))
    EXPECT_EQ(cut_at.emplace(one.cell.key.point, one.request.prefix->n_tokens).first->second,
              one.request.prefix->n_tokens)
        << one.cell.key.treatment << " " << one.cell.key.point;
  EXPECT_TRUE(cut_at.contains("fraction:0.25"));
}

TEST_F(Treat, AnAnchorOutsideTheTextIsADamagedStore) {
  follow("budget:3");
  for (const int n : {-1, 2'000'000'000}) {
    const Anchor edited{record.id, "budget:3", n, "9", 0};
    EXPECT_THROW(follow("budget:3", {&edited, 1}), Error) << n;
  }
}

// What follows by [states] at the given points.
class TreatStates : public Treat {
 protected:
  std::map<std::string, FollowUp> points(std::vector<std::string> names) {
    study.states.points = std::move(names);
    study.treatments.clear();
    planned = plan(study, study.models[0], backend->model(), std::span(&data, 1), backend->capabilities().n_layers);
    const PlannedItem asked = plan_piece(planned[0], 0).at(0);
    record = answer(asked.requests[0]);
    cell = asked.cells[0];
    return follow_record();
  }
  std::map<std::string, FollowUp> follow_record(std::span<const Anchor> known = {}) {
    std::map<std::string, FollowUp> out;
    for (FollowUp& one : treatments.follow(planned[0], data.items[0], cell, record, known)) {
      EXPECT_EQ(one.cell.key.treatment, "states");
      EXPECT_EQ(one.cell.key.parent, record.id);
      EXPECT_EQ(one.request.decoding.max_tokens, 0);
      EXPECT_EQ(one.request.prefix->suffix, "");
      EXPECT_EQ(one.cell.record, one.request.id());
      std::string point = one.cell.key.point;
      EXPECT_TRUE(out.emplace(point, std::move(one)).second) << point;
    }
    return out;
  }
  std::string kept(const FollowUp& one) const {
    std::string out;
    for (const Token id : one.request.prefix_tokens) out += *backend->token_text(id);
    return out;
  }
};

TEST_F(TreatStates, ArePlacesOfTheAnswer) {
  const auto at =
      points({"last_prompt", "first_output", "last_think", "after_answer_delimiter", "fraction:0.5", "last_output"});
  ASSERT_EQ(at.size(), 5u) << "last_prompt comes with the answer";
  const std::string& text = completion().text;
  const int n = static_cast<int>(completion().tokens.size());
  EXPECT_EQ(at.at("first_output").request.prefix->n_tokens, 1);
  EXPECT_EQ(at.at("last_output").request.prefix->n_tokens, n);
  EXPECT_EQ(at.at("fraction:0.5").request.prefix->n_tokens, (n + 1) / 2);
  EXPECT_EQ(kept(at.at("last_think")), text.substr(0, text.find("</think>")));
  EXPECT_THAT(kept(at.at("after_answer_delimiter")), testing::EndsWith("The answer is ("));
  EXPECT_EQ(at.at("first_output").request.captures.size(), 4u);
  EXPECT_EQ(at.at("fraction:0.5").anchor->kind, "states:fraction:0.5");
}

TEST_F(TreatStates, PointsThatAnAnswerHasNotGetNoRow) {
  study.modes = {to_mode(*find_mode("direct"))};
  points({"last_think", "after_answer_delimiter", "last_output", "first_output"});
  auto& done = std::get<Completion>(record.response);
  const auto say = [&](const std::string& text) {
    done.text = text;
    done.tokens.clear();
    for (const char c : text) done.tokens.push_back(static_cast<unsigned char>(c));
    std::set<std::string> names;
    for (const auto& [name, one] : follow_record()) names.insert(name);
    return names;
  };
  using testing::ElementsAre;
  EXPECT_THAT(say("B"), ElementsAre("first_output", "last_output"));
  EXPECT_THAT(say("(B) zinc"), ElementsAre("first_output", "last_output"));
  EXPECT_THAT(say("Answer: B"), ElementsAre("after_answer_delimiter", "first_output", "last_output"));
  EXPECT_THAT(say("<think>hm</think>B"), ElementsAre("first_output", "last_output", "last_think"));
  EXPECT_THAT(say("<think>\n\n</think>B"), ElementsAre("first_output", "last_output"));
  EXPECT_THAT(say("<think>never ends"), ElementsAre("first_output", "last_output"));
  EXPECT_THAT(say(""), ElementsAre());
}

TEST_F(TreatStates, ARecordWithoutThemIsReadAtItsInputAgain) {
  points({"last_prompt", "mean_prompt"});
  EXPECT_TRUE(follow_record().empty());
  const std::vector<State> captured = completion().states;
  std::get<Completion>(record.response).states.clear();
  const auto again = follow_record();
  ASSERT_EQ(again.size(), 1u);
  const FollowUp& one = again.at("last_prompt");
  EXPECT_EQ(one.request.prefix->n_tokens, 0);
  const auto read = std::get<Completion>(answer(one.request).response);
  ASSERT_EQ(read.states.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(read.states[i].site, captured[i].site);
    EXPECT_EQ(read.states[i].x, captured[i].x);
  }
}

TEST_F(TreatStates, AKnownAnchorStaysAndOneOfACurveIsAnothers) {
  points({"fraction:0.5"});
  const Anchor curve{record.id, "fraction:0.5", 2, "9", 0}, own{record.id, "states:fraction:0.5", 3, "9", 0};
  EXPECT_GT(follow_record({&curve, 1}).at("fraction:0.5").request.prefix->n_tokens, 3);
  EXPECT_EQ(follow_record({&own, 1}).at("fraction:0.5").request.prefix->n_tokens, 3);
}

TEST_F(TreatStates, LieOnATokenInsideACharacterToo) {
  points({"first_output", "last_output"});
  auto& done = std::get<Completion>(record.response);
  done.text = "\xC3\xA9";
  done.tokens = {0xC3, 0xA9};
  EXPECT_EQ(follow_record().at("first_output").request.prefix->n_tokens, 1);
}

TEST_F(Treat, NothingFollowsAFailureOrAFork) {
  const auto forks = follow("budget:3");
  const Record fork = answer(forks[0].request);
  EXPECT_TRUE(treatments.follow(planned[0], data.items[0], cell, fork, {}).empty());
  record.response = Failure{};
  EXPECT_TRUE(treatments.follow(planned[0], data.items[0], cell, record, {}).empty());
}

}  // namespace
}  // namespace brink
