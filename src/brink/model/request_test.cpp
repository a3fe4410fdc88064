#include "brink/model/request.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace brink {
namespace {

Request plain() {
  Request r;
  r.model.kind = "gguf";
  r.model.weights = sha256("weights");
  r.model.chat_template = "{{ messages }}";
  r.input = Messages{{"system", "s"}, {"user", "u"}};
  return r;
}

using Change = std::pair<const char*, std::function<void(Request&)>>;

const std::vector<Change>& content_changes() {
  static const std::vector<Change> all{
      {"kind", [](Request& r) { r.model.kind = "scripted"; }},
      {"weights", [](Request& r) { r.model.weights = sha256("other"); }},
      {"adapter",
       [](Request& r) {
         r.model.adapters = {{sha256("lora"), 0.5}};
       }},
      {"template", [](Request& r) { r.model.chat_template = "x"; }},
      {"kv type", [](Request& r) { r.model.kv_type = "q8_0"; }},
      {"rope", [](Request& r) { r.model.rope = "yarn:4"; }},
      {"message", [](Request& r) { std::get<Messages>(r.input)[1].content = "v"; }},
      {"raw text", [](Request& r) { r.input = RawText{"su"}; }},
      {"token ids",
       [](Request& r) {
         r.input = TokenIds{{1, 2}};
       }},
      {"unknown input", [](Request& r) { r.input = Unknown{}; }},
      {"template argument", [](Request& r) { r.template_args["enable_thinking"] = "false"; }},
      {"prefix",
       [](Request& r) {
         r.prefix = Prefix{sha256("parent"), 7, "\n\nThe answer is (", {}};
       }},
      {"byte prefix",
       [](Request& r) {
         r.prefix = Prefix{sha256("parent"), 0, "", 12};
       }},
      {"max tokens", [](Request& r) { r.decoding.max_tokens = 0; }},
      {"temperature", [](Request& r) { r.decoding.temperature = 0.7; }},
      {"top p", [](Request& r) { r.decoding.top_p = 0.95; }},
      {"top k", [](Request& r) { r.decoding.top_k = 40; }},
      {"stop", [](Request& r) { r.decoding.stop = {"\n\n"}; }},
      {"stop at answer", [](Request& r) { r.decoding.stop_at_answer = true; }},
      {"steer",
       [](Request& r) {
         r.interventions = {Steer{{}, sha256("d"), 4}};
       }},
      {"ablate",
       [](Request& r) {
         r.interventions = {Ablate{{}, sha256("d")}};
       }},
      {"patch",
       [](Request& r) {
         r.interventions = {Patch{{}, sha256("d")}};
       }},
      {"trial", [](Request& r) { r.trial = 1; }},
  };
  return all;
}

TEST(RequestId, EveryPartOfTheContentChangesIt) {
  std::set<Sha256> ids{plain().id()};
  for (const auto& [name, change] : content_changes()) {
    Request r = plain();
    change(r);
    EXPECT_TRUE(ids.insert(r.id()).second) << name;
  }
}

TEST(RequestId, WhatIsNotContentDoesNotChangeIt) {
  Request r = plain();
  r.captures = {Site{}};
  r.asked = {1};
  r.prefix_tokens = {1, 2, 3};
  r.study_seed = 99;  // greedy: no seed enters
  EXPECT_EQ(r.id(), plain().id());
  EXPECT_FALSE(r.seed());
}

TEST(RequestId, ASampledRequestDependsOnStudySeedAndTrial) {
  Request r = plain();
  r.decoding.temperature = 0.7;
  Request other_seed = r;
  other_seed.study_seed = 1;
  Request other_trial = r;
  other_trial.trial = 1;
  EXPECT_EQ(std::set({r.id(), other_seed.id(), other_trial.id()}).size(), 3u);
  EXPECT_NE(r.seed(), other_trial.seed());
  EXPECT_EQ(r.content(), other_trial.content());
}

// Ids are for ever: stores, resumed runs and shared caches rest on them. A change here is a mistake unless a field
// was meant to enter the content and sits at a non-default value.
TEST(RequestId, FrozenListDoesNotMove) {
#include "request_frozen.inc"
  std::vector<std::pair<std::string, std::string>> now{{"plain", plain().id().hex()}};
  for (const auto& [name, change] : content_changes()) {
    Request r = plain();
    change(r);
    now.emplace_back(name, r.id().hex());
  }
  EXPECT_EQ(now, frozen);
}

}  // namespace
}  // namespace brink
