#include "brink/pipeline/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <tuple>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/pipeline/brink.h"
#include "brink/pipeline/open.h"
#include "brink/pipeline/states.h"
#include "brink/pipeline/steps.h"
#include "brink/stats/power.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Check : public testing::Test {
 protected:
  Check() {
    std::ofstream out(directory_ / "quiz.jsonl");
    for (int i = 0; i < 8; ++i)
      out << R"({"id": "q)" << i << R"(", "question": "Which is )" << i << R"(?", "options": ["one )" << i
          << R"(", "two", ")" << (i == 3 ? "All of the above" : "three") << R"(", "four"], "answer": )"
          << (i < 6 ? 0 : 2) << "}\n";
    out << "{\"question\": \"no options\"}\n";
    study_.models.push_back({"m", {.backend = "scripted", .path = "think"}, {}});
    study_.data.push_back({"quiz", directory_ / "quiz.jsonl", {}, {}, 0, {}});
    study_.modes = {to_mode(*find_mode("direct")), to_mode(*find_mode("cot"))};
    study_.store = directory_ / "study.brink";
  }

  testing_support::TemporaryDirectory directory_;
  Study study_;
};

TEST_F(Check, LooksAtTheData) {
  const DataCheck d = check_study(study_).data.at(0);
  EXPECT_EQ(d.n_read, 8);
  EXPECT_EQ(d.n_chosen, 8);
  EXPECT_FALSE(d.dirt.empty());
  ASSERT_EQ(d.gold.size(), 1u);
  EXPECT_THAT(d.gold[0].counts, ElementsAre(6, 0, 2, 0));
  EXPECT_NEAR(d.gold[0].test->statistic, (16 + 4 + 0 + 4) / 2.0, 1e-12);
  EXPECT_EQ(d.gold[0].test->df, 3);
  ASSERT_EQ(d.order_references.size(), 1u);
  EXPECT_EQ(d.order_references[0].item, "q3");
  EXPECT_EQ(d.order_references[0].at.line, 4);
  ASSERT_EQ(d.power.size(), 1u);
  EXPECT_EQ(d.power[0].n_variants, 4);
  EXPECT_EQ(d.power[0].pull, stats::smallest_pull(8, 4, 4, true));
  EXPECT_EQ(d.length_rho, stats::smallest_partial_rho(8, 1));
}

TEST_F(Check, ShowsThePromptAsTheModelReadsIt) {
  const PromptCheck p = check_study(study_).configurations.at(0).prompt;
  EXPECT_EQ(p.failure, "");
  EXPECT_THAT(p.rendered, HasSubstr("<|im_start|>user\nWhich is"));
  ASSERT_EQ(p.first.size(), 8u);
  ASSERT_EQ(p.last.size(), 8u);
  std::string tail;
  for (const ShownToken& t : p.last) tail += t.text;
  EXPECT_TRUE(p.rendered.ends_with(tail));
  EXPECT_EQ(p.end, PromptEnd::kPlain);
  EXPECT_THAT(p.traps, IsEmpty());
}

TEST_F(Check, CountsRequestsAndProbesThemWithoutAStore) {
  const StudyCheck c = check_study(study_);
  EXPECT_FALSE(c.has_store);
  EXPECT_FALSE(std::filesystem::exists(study_.store));
  const CostCheck& cost = c.configurations.at(1).cost;
  EXPECT_EQ(cost.n_cells, 32);
  EXPECT_EQ(cost.n_requests, 32);
  EXPECT_EQ(cost.n_to_send(), 32);
  EXPECT_GE(cost.n_probed, 8);
  EXPECT_GT(cost.generated_tokens.value.value(), 0);
  EXPECT_LE(cost.generated_tokens.value.value(), cost.most_generated);
  EXPECT_TRUE(cost.seconds.value);
  EXPECT_EQ(cost.state_bytes, 0);
}

TEST_F(Check, WithoutAProbeSaysSo) {
  const CostCheck cost = check_study(study_, {.probe = false}).configurations.at(0).cost;
  EXPECT_EQ(cost.n_probed, 0);
  EXPECT_EQ(cost.seconds.why_undefined, "not probed");
  EXPECT_TRUE(cost.prompt_tokens.value);
}

TEST_F(Check, EstimatesOfTheScriptedModelAreWhatTheRunTakes) {
  const StudyCheck before = check_study(study_);
  const StudyOutcome run = run_study(study_, {}, {}, [](const Progress&) {});
  double prompts = 0;
  for (const ConfigurationCheck& c : before.configurations) prompts += c.cost.prompt_tokens.value.value();
  EXPECT_NEAR(prompts, static_cast<double>(run.summary.n_prefilled), 0.02 * prompts);
  const StudyCheck after = check_study(study_);
  EXPECT_TRUE(after.has_store);
  for (const ConfigurationCheck& c : after.configurations) {
    EXPECT_EQ(c.cost.n_recorded, 32);
    EXPECT_EQ(c.cost.seconds.value, 0.0);
  }
}

TEST_F(Check, NothingThatIsAskedIsLongerThanWasFoundBefore) {
  study_.treatments = {*treatment_from_text("curve"), *treatment_from_text("eat"), *treatment_from_text("free"),
                       *treatment_from_text("truncate"), *treatment_from_text("budget:8")};
  study_.decoding.max_tokens = 40;
  std::vector<std::string> warnings;
  const std::vector<Dataset> data = read_selected(study_, warnings);
  const auto backend = open_backend(study_.models[0].endpoint);
  const auto longest = [&] { return most_tokens(plan(study_, study_.models[0], backend->model(), data), *backend); };
  const int most = longest();
  run_study(study_, {}, {}, [](const Progress&) {});
  int longest_made = 0;
  Store::open(study_.store, Store::Mode::kRead).each_record([&](const Record& record) {
    const Usage& usage = std::get<Completion>(record.response).usage;
    longest_made = std::max(longest_made, usage.n_prompt + usage.n_generated);
  });
  EXPECT_LE(longest_made, most);
  EXPECT_GT(longest_made, most - 100);
  study_.treatments.clear();
  EXPECT_LT(longest(), most);
}

TEST_F(Check, StatesHaveTheirSize) {
  study_.modes.pop_back();
  const auto bytes = [&] { return check_study(study_, {.probe = false}).configurations.at(0).cost.state_bytes; };
  study_.states.points = {"last_prompt"};
  EXPECT_EQ(bytes(), 32 * 4 * 8 * 2) << "answers x quarters x d_model x float16";
  study_.states.points = {"last_prompt", "mean_prompt", "last_output", "fraction:0.5"};
  study_.states.type = StateType::kFloat32;
  EXPECT_EQ(bytes(), 4 * 32 * 4 * 8 * 4);
  run_study(study_, {}, {}, [](const Progress&) {});
  EXPECT_EQ(bytes(), 0);
}

TEST_F(Check, StatesOfOpenAnswersHaveTheirSizeToo) {
  std::ofstream(directory_ / "open.jsonl") << R"({"question": "What is 1 + 1?", "answer": "Two.\n#### 2"})" << '\n'
                                           << R"({"question": "What is 1 + 2?", "answer": "Three.\n#### 3"})" << '\n';
  study_.data = {{"open", directory_ / "open.jsonl", "gsm8k", {}, 0, {}}};
  study_.modes = {to_mode(*find_mode("intention/cot"))};
  study_.states.points = {"last_prompt", "last_output"};
  const CostCheck cost = check_study(study_, {.probe = false}).configurations.at(0).cost;
  EXPECT_EQ(cost.state_bytes, 2 * 2 * 4 * 8 * 2) << "answers x points x quarters x d_model x float16";
  EXPECT_EQ(cost.follow_ups.n_requests, 2);
  EXPECT_THROW(run_study(study_, {.most_state_bytes = 2 * 2 * 4 * 8 * 2 - 1}, {}, [](const Progress&) {}), Error);
  EXPECT_EQ(run_study(study_, {}, {}, [](const Progress&) {}).summary.n_follow_ups, 2);
}

TEST_F(Check, OtherLayersInTheSameStoreAreSaid) {
  study_.states.points = {"last_prompt"};
  const auto warnings = [&] { return run_study(study_, {}, {}, [](const Progress&) {}).warnings; };
  EXPECT_THAT(warnings(), testing::Each(testing::Not(HasSubstr("layers"))));
  study_.states.points.emplace_back("last_output");
  EXPECT_THAT(warnings(), testing::Each(testing::Not(HasSubstr("layers"))));
  study_.states.layers = StatesSpec::Layers::kAll;
  EXPECT_THAT(warnings(), testing::Contains(HasSubstr("at layers \"quarters\", the study names \"all\"")));
}

TEST_F(Check, MoreStatesThanTheRunMayKeepAreRefused) {
  study_.states.points = {"last_prompt"};
  EXPECT_THROW(run_study(study_, {.most_state_bytes = 2 * 32 * 4 * 8 * 2 - 1}, {}, [](const Progress&) {}), Error);
  EXPECT_FALSE(std::filesystem::exists(study_.store));
  run_study(study_, {.most_state_bytes = 2 * 32 * 4 * 8 * 2}, {}, [](const Progress&) {});
  run_study(study_, {.most_state_bytes = 1}, {}, [](const Progress&) {});  // they are there
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(kMostStateBytes), "8.0 GiB");
}

TEST_F(Check, StatesThatTheModelHasNotAreRefusedBeforeAnythingIsAsked) {
  study_.states.points = {"last_prompt"};
  study_.states.layers = StatesSpec::Layers::kListed;
  study_.states.listed = {{Site::Point::kResidPost, 5}};
  EXPECT_THROW(check_study(study_), Error);
  EXPECT_THROW(run_study(study_, {}, {}, [](const Progress&) {}), Error);
  EXPECT_FALSE(std::filesystem::exists(study_.store));
}

// A model whose graph has no names.
class Nameless final : public Backend {
 public:
  const ModelKey& model() const override { return key_; }
  Capabilities capabilities() const override { return {.n_layers = 4}; }
  Provenance provenance() const override { return {}; }
  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps&, std::stop_token) override {
    for (const Bundle& bundle : bundles)
      for (const Request& request : bundle.requests)
        sink(request, Failure{Failure::Kind::kUnsupported, "does not name the states"});
  }

 private:
  ModelKey key_;
};

TEST_F(Check, AModelThatDoesNotNameItsStatesIsRefused) {
  Nameless backend;
  require_states(study_, study_.models[0], backend);  // keeps none
  study_.states.points = {"last_output"};
  try {
    require_states(study_, study_.models[0], backend);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kModel);
    EXPECT_THAT(e.what(), HasSubstr("does not name the states"));
    EXPECT_THAT(e.hint(), HasSubstr("[states]"));
  }
}

// A model whose memory does not come back: once an answer has been read along, a state is another.
class Forgetful final : public Backend {
 public:
  explicit Forgetful(bool is) : forgets_(is) {}
  const ModelKey& model() const override { return key_; }
  Capabilities capabilities() const override { return {.n_layers = 4, .d_model = 2}; }
  Provenance provenance() const override { return {}; }
  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token) override {
    for (const Bundle& bundle : bundles)
      for (const Request& request : bundle.requests) {
        respond(request, sink);
        if (!follow_ups) continue;
        Completion done;
        done.tokens = {1, 2, 3, 4, 5, 6};
        for (const Request& next : follow_ups(request, done)) respond(next, sink);
      }
  }

 private:
  void respond(const Request& request, const Sink& sink) {
    Completion done;
    const bool of_another = forgets_ && n_read_++ > 3 && request.prefix;
    for (const Site& site : request.captures)
      done.states.push_back(
          {site, of_another && site.layer == 3 ? std::vector<float>{1, 1} : std::vector<float>{1, 0}});
    sink(request, done);
  }

  ModelKey key_;
  bool forgets_;
  int n_read_ = 0;
};

TEST_F(Check, AModelWhoseStatesAreAnothersWhenTheyAreReadAgainIsRefused) {
  study_.states.points = {"last_output"};
  Forgetful sound(false), backend(true);
  require_states(study_, study_.models[0], sound);
  try {
    require_states(study_, study_.models[0], backend);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kModel);
    EXPECT_THAT(e.what(), HasSubstr("resid_post:3 of one prompt is another when it is read again (cosine 0.707)"));
    EXPECT_THAT(e.hint(), HasSubstr("brink selftest"));
  }
}

// States at every kind of point, in a store that had none, are those of a store that had them from the beginning; and
// tables do not see them.
TEST_F(Check, AnOldStoreGetsTheStatesThatANewOneHas) {
  const auto results = [&] { return compute_metrics(observe(Store::open(study_.store, Store::Mode::kRead)), 0); };
  run_study(study_, {}, {}, [](const Progress&) {});
  const std::size_t n_results = results().size();
  study_.states.points = {"last_prompt", "mean_prompt", "first_output", "last_think", "last_output"};
  const StudyOutcome added = run_study(study_, {}, {}, [](const Progress&) {});
  EXPECT_EQ(added.summary.n_made, 0);
  EXPECT_GT(added.summary.n_follow_ups, 3 * 64);
  EXPECT_EQ(results().size(), n_results);
  const StudyOutcome again = run_study(study_, {}, {}, [](const Progress&) {});
  EXPECT_EQ(again.summary.n_follow_ups, 0);

  using Key = std::tuple<std::string, Sha256, int, std::string>;
  const auto states = [&] {
    std::map<Key, std::vector<std::vector<float>>> out;
    const Store store = Store::open(study_.store, Store::Mode::kRead);
    for (const Cell& cell : store.cells()) {
      const std::string point = cell.key.point == "end" ? "last_prompt" : cell.key.point;
      const Record record = store.record(cell.record).value();
      for (const State& s : std::get<Completion>(record.response).states)
        out[{cell.key.mode, cell.key.item, cell.key.variant, point}].push_back(s.x);
    }
    return out;
  };
  const auto of_old = states();
  study_.store = directory_ / "new.brink";
  run_study(study_, {}, {}, [](const Progress&) {});
  EXPECT_FALSE(of_old.empty());
  EXPECT_TRUE(of_old == states());
}

TEST_F(Check, BoundsWhatTreatmentsWouldAsk) {
  study_.modes.pop_back();
  study_.treatments = {*treatment_from_text("curve"), *treatment_from_text("truncate"),
                       *treatment_from_text("resample"), *treatment_from_text("free"),
                       *treatment_from_text("budget:4")};
  const FollowUpCost before = check_study(study_, {.probe = false}).configurations.at(0).cost.follow_ups;
  EXPECT_EQ(before.n_requests, 32 * (21 + 4 * 3 + 3 + 4 * 5 + 1));
  EXPECT_EQ(before.n_generated, 32 * ((12 + 3) * 512 + 20 * 64 + 8));
  EXPECT_GT(before.n_evaluated, before.n_requests);
  EXPECT_LE(before.n_evaluated,
            before.n_requests + 32.0 * 22 * static_cast<double>(study_.modes[0].commit_suffix.size()));
  const StudyOutcome run = run_study(study_, {}, {}, [](const Progress&) {});
  EXPECT_GT(run.summary.n_follow_ups, 0);
  EXPECT_LE(run.summary.n_follow_ups, before.n_requests);
  EXPECT_EQ(check_study(study_, {.probe = false}).configurations.at(0).cost.follow_ups.n_requests, 0);
  study_.treatments.push_back(*treatment_from_text("budget:8"));
  EXPECT_EQ(check_study(study_, {.probe = false}).configurations.at(0).cost.follow_ups.n_requests, 32);
}

TEST_F(Check, OneOrderHasNoPower) {
  study_.permutations = {"none"};
  const DataCheck d = check_study(study_, {.probe = false}).data.at(0);
  EXPECT_EQ(d.power.at(0).pull.why_undefined, "one order: nothing to compare");
  EXPECT_FALSE(d.length_rho.value);
}

struct TrapCase {
  const char* name;
  Completion prompt;
  const char* trap;  // words of the one trap, "" for none
};

Completion prompt(const std::string& rendered, bool merged = false, std::vector<Token> ids = {1, 2}) {
  Completion c;
  c.rendered_prompt = rendered;
  c.system_merged = merged;
  c.prompt_tokens = std::move(ids);
  return c;
}

TEST(PromptTraps, AreEachFound) {
  Request request;
  request.input = Messages{{"user", "Q? "}};
  const TrapCase cases[] = {
      {"a plain prompt", prompt("<user>Q?<assistant>\n"), ""},
      {"no system role", prompt("<user>Q?<assistant>", true), "no system role"},
      {"thinking opened", prompt("<user>Q?<assistant>\n<think>\n"), "opens thinking"},
      {"thinking closed", prompt("<user>Q?<assistant>\n<think>\n\n</think>\n\n"), "closes thinking"},
      {"left open", prompt("<user>Q?<assistant>\nFinal answer:"), "ask for the answer at once"},
      {"left open in brackets", prompt("<user>Q?<assistant>\nThe Answer is ( "), "ask for the answer at once"},
      {"BOS twice", prompt("<user>Q?<assistant>", false, {1, 1, 2}), "same token twice"},
      {"text changed", prompt("<user>q?<assistant>"), "changes the text of the user turn"},
  };
  for (const TrapCase& c : cases) {
    SCOPED_TRACE(c.name);
    const std::vector<std::string> traps = prompt_traps(c.prompt, request);
    if (std::string(c.trap).empty())
      EXPECT_THAT(traps, IsEmpty());
    else
      EXPECT_THAT(traps, ElementsAre(HasSubstr(c.trap)));
  }
  request.model.chat_template = "{{ strftime_now('%d') }}";
  EXPECT_THAT(prompt_traps(prompt("Q?"), request), ElementsAre(HasSubstr("today's date")));
}

TEST_F(Check, APromptThatCannotBeMadeIsSaid) {
  const auto backend = open_backend({.backend = "scripted", .path = "content", .n_ctx = 4});
  Request request;
  request.input = Messages{{"user", "a question that is longer than the context"}};
  EXPECT_THAT(check_prompt(*backend, Item{}, request).failure, HasSubstr("context_full"));
}

}  // namespace
}  // namespace brink
