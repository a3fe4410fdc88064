#include "brink/run/run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "brink/backends/backends.h"

namespace brink {
namespace {

bool any_answer(const Completion&, const ModeSpec&, const Item&, const Variant&) { return true; }

class RunTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("brink-run-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    study_.modes = {to_mode(*find_mode("direct")), to_mode(*find_mode("cot"))};
    study_.models = {{"m", {.backend = "scripted", .path = "content"}, {}}};
    study_.data.emplace_back().name = "d";
    data_.name = "d";
    for (int i = 0; i < 6; ++i) {
      Item item;
      item.id = std::to_string(i);
      item.stem = "question " + item.id;
      for (int j = 0; j < 4; ++j) item.options.push_back("option " + std::to_string(10 * i + j));
      item.gold = i % 4;
      data_.items.push_back(item);
    }
    finish_items(data_.items);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunSummary go(
      const std::string& script, Store& store, std::stop_token stop = {}, const Watch& watch = [](const Progress&) {},
      const FollowUps& follow = [](const auto&...) { return std::vector<FollowUp>{}; }) {
    const auto backend = open_backend({.backend = "scripted", .path = script});
    store.put_dataset(data_);
    const auto planned =
        plan(study_, study_.models[0], backend->model(), std::span(&data_, 1), backend->capabilities().n_layers);
    LabelTokens labels(*backend);
    return run(planned, *backend, labels, store, any_answer, follow, stop, watch);
  }
  Store open(const std::string& name) { return Store::open(folder_ / name, Store::Mode::kWrite); }

  std::filesystem::path folder_;
  Study study_;
  Dataset data_;
};

TEST_F(RunTest, ASecondRunFindsEverything) {
  Store store = open("a.brink");
  const RunSummary first = go("content", store);
  EXPECT_EQ(first.n_made, 6 * 4 * 2);
  EXPECT_EQ(first.n_found, 0);
  EXPECT_EQ(store.n_records(), 48);
  const RunSummary second = go("content", store);
  EXPECT_EQ(second.n_made, 0);
  EXPECT_EQ(second.n_found, 48);
}

/// A build whose tokeniser has changed.
class OtherTokeniser final : public Backend {
 public:
  explicit OtherTokeniser(std::unique_ptr<Backend> inner) : inner_(std::move(inner)) {}
  const ModelKey& model() const override { return inner_->model(); }
  Capabilities capabilities() const override { return inner_->capabilities(); }
  Provenance provenance() const override { return inner_->provenance(); }
  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token stop) override {
    inner_->answer(bundles, sink, follow_ups, stop);
  }
  std::optional<std::vector<Token>> prompt_tokens(const Request& request) const override {
    auto tokens = inner_->prompt_tokens(request);
    if (tokens) tokens->push_back(0);
    return tokens;
  }

 private:
  std::unique_ptr<Backend> inner_;
};

TEST_F(RunTest, ResumingComparesThePromptsOfTheRecords) {
  Store store = open("tokens.brink");
  EXPECT_EQ(go("content", store).n_compared, 0) << "nothing was recorded before";
  const RunSummary same = go("content", store);
  EXPECT_EQ(same.n_compared, 6 * 4 * 2);
  EXPECT_EQ(same.n_other_tokens, 0);

  OtherTokeniser other(open_backend({.backend = "scripted", .path = "content"}));
  LabelTokens labels(other);
  const auto planned = plan(study_, study_.models[0], other.model(), std::span(&data_, 1));
  const RunSummary changed = run(planned, other, labels, store, any_answer, {}, {}, [](const Progress&) {});
  EXPECT_EQ(changed.n_made, 0);
  EXPECT_EQ(changed.n_compared, 6 * 4 * 2);
  EXPECT_EQ(changed.n_other_tokens, changed.n_compared);
}

TEST_F(RunTest, AStoppedRunKeepsWhatIsDoneAndTheNextOneMakesTheRest) {
  Store store = open("b.brink");
  std::stop_source source;
  const RunSummary first = go("content", store, source.get_token(), [&](const Progress& p) {
    if (p.n_made == 5) source.request_stop();
  });
  EXPECT_TRUE(first.stopped);
  EXPECT_GE(first.n_made, 5);
  EXPECT_LT(first.n_made, 48);
  EXPECT_EQ(store.n_records(), first.n_made);
  const RunSummary second = go("content", store);
  EXPECT_FALSE(second.stopped);
  EXPECT_EQ(first.n_made + second.n_made, 48);
}

TEST_F(RunTest, EveryRecordSaysHowProbableItsLabelsWere) {
  Store store = open("labels.brink");
  go("content", store);
  const auto texts = store.token_texts(open_backend({.backend = "scripted", .path = "content"})->model().weights);
  store.each_record([&](const Record& record) {
    std::string spelled;
    for (const TokenLogprob& t : std::get<Completion>(record.response).read_out->asked) spelled += texts.at(t.id) + "|";
    EXPECT_EQ(spelled, "A|B|C|D|");
  });
}

TEST_F(RunTest, TheStoreKnowsWhatEveryTokenOfAnAnswerAddsToIt) {
  Store store = open("tokens.brink");
  go("content", store);
  const auto texts = store.token_texts(open_backend({.backend = "scripted", .path = "content"})->model().weights);
  store.each_text([&](const Record& record) {
    const auto& done = std::get<Completion>(record.response);
    std::string spelled;
    for (const Token token : done.tokens) spelled += texts.at(token);
    EXPECT_TRUE(spelled.starts_with(done.text)) << spelled;
    EXPECT_FALSE(done.tokens.empty());
  });
}

TEST_F(RunTest, StatesAreStoredInTheStudysTypeAndGoThroughAStop) {
  study_.states.points = {"last_prompt"};
  Store store = open("states.brink");
  std::stop_source source;
  go("content", store, source.get_token(), [&](const Progress& p) {
    if (p.n_made == 5) source.request_stop();
  });
  go("content", store);
  int n = 0;
  store.each_record([&](const Record& record) {
    ++n;
    const auto& states = std::get<Completion>(record.response).states;
    ASSERT_EQ(states.size(), 4u);
    EXPECT_EQ(states[0].type, StateType::kFloat16);
    EXPECT_EQ(states[3].site.layer, 4);
  });
  EXPECT_EQ(n, 48);
}

TEST(WithStatesAs, WhatAStoreCannotHoldIsAFailureThatNamesRecordAndSite) {
  const Sha256 id = sha256("r");
  const auto response = [](float x) {
    Completion done;
    done.states = {{{Site::Point::kResidPost, 7}, {1, x}}};
    return done;
  };
  for (const StateType type : {StateType::kFloat16, StateType::kFloat32}) {
    const Response good = with_states_as(response(65519), type, id);
    EXPECT_EQ(std::get<Completion>(good).states[0].type, type);
    for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
      const auto failure = std::get<Failure>(with_states_as(response(bad), type, id));
      EXPECT_EQ(failure.kind, Failure::Kind::kBadStates);
      EXPECT_NE(failure.message.find(id.hex()), std::string::npos);
      EXPECT_NE(failure.message.find("resid_post:7"), std::string::npos);
    }
  }
  EXPECT_TRUE(std::holds_alternative<Failure>(with_states_as(response(65520), StateType::kFloat16, id)));
  EXPECT_TRUE(std::holds_alternative<Completion>(with_states_as(response(65520), StateType::kFloat32, id)));
}

TEST_F(RunTest, DuplicateItemsAreAskedOnceAndFillTwoCells) {
  data_.items.push_back(data_.items[0]);
  finish_items(data_.items);
  Store store = open("c.brink");
  EXPECT_EQ(go("content", store).n_made, 48);
  EXPECT_EQ(store.cells().size(), 56u);
}

TEST_F(RunTest, WhatAnEarlierConfigurationAsksIsNotAskedAgain) {
  study_.modes.push_back(study_.modes[0]);
  study_.modes.back().name = "again";
  Store store = open("again.brink");
  std::vector<Progress> seen;
  const RunSummary summary = go("content", store, {}, [&](const Progress& p) { seen.push_back(p); });
  EXPECT_EQ(summary.n_made, 48);
  EXPECT_EQ(summary.n_found, 0) << "the store had nothing";
  EXPECT_EQ(seen.back().mode, "again");
  EXPECT_EQ(seen.back().n_done, 24);
  EXPECT_EQ(seen.back().n_made, 0);
}

// Another draw after every completion.
std::vector<FollowUp> again(const PlannedConfiguration&, const Item&, const Cell& cell, const Record& record,
                            std::span<const Anchor>, const RecordOf&) {
  if (std::holds_alternative<Failure>(record.response)) return {};
  FollowUp out{cell, record.request, {}};
  out.request.trial = out.cell.key.trial = 1;
  out.cell.key.treatment = "resample";
  out.cell.key.parent = record.id;
  out.cell.key.point = "start";
  out.cell.record = out.request.id();
  return {out};
}

TEST_F(RunTest, FailuresAreCountedAlikeInEveryRun) {
  study_.treatments = {*treatment_from_text("resample")};
  study_.modes.push_back(study_.modes[0]);  // whose requests are the first mode's
  study_.modes.back().name = "again";
  Store store = open("fail.brink");
  const auto nothing = [](const Progress&) {};
  const RunSummary first = go("fail:0.5", store, {}, nothing, again);
  EXPECT_GT(first.n_failed, 0);
  EXPECT_GT(first.n_failed_follow_ups, 0);
  EXPECT_EQ(first.n_made + first.n_follow_ups, store.n_records());
  EXPECT_EQ(first.n_failed + first.n_failed_follow_ups, static_cast<int>(store.failed_ids().size()));
  const RunSummary second = go("fail:0.5", store, {}, nothing, again);
  EXPECT_EQ(second.n_made + second.n_follow_ups + second.n_failed + second.n_failed_follow_ups, 0);
  EXPECT_EQ(second.n_found, first.n_made);
  EXPECT_EQ(second.n_failed_found, first.n_failed);
  EXPECT_EQ(second.n_follow_ups_found, first.n_follow_ups);
  EXPECT_EQ(second.n_failed_follow_ups_found, first.n_failed_follow_ups);
}

TEST_F(RunTest, ALargeConfigurationIsSentInPiecesAndWhole) {
  while (data_.items.size() < 1030) {
    data_.items.push_back(data_.items.front());
    data_.items.back().stem = "question " + std::to_string(data_.items.size());
  }
  finish_items(data_.items);
  study_.modes.pop_back();
  Store store = open("large.brink");
  const RunSummary summary = go("content", store);
  EXPECT_EQ(summary.n_made, 4 * 1030);
  EXPECT_EQ(store.cells().size(), 4u * 1030);
}

TEST_F(RunTest, ProgressStartsCountsAndEnds) {
  Store store = open("d.brink");
  std::vector<Progress> seen;
  go("content", store, {}, [&](const Progress& p) { seen.push_back(p); });
  ASSERT_EQ(seen.size(), 2u * (24 + 2));
  EXPECT_EQ(seen.front().n_done, 0);
  EXPECT_EQ(seen.front().n_total, 24);
  EXPECT_TRUE(seen[25].ended);
  EXPECT_EQ(seen[25].n_done, 24);
  EXPECT_EQ(seen[26].mode, "cot");
  EXPECT_GT(seen.back().n_generated, 0);
}

}  // namespace
}  // namespace brink
