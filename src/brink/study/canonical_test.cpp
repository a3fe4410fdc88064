#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "brink/study/study.h"

namespace brink {
namespace {

Study study() {
  Study out;
  out.models.push_back({"m", {}, {}});
  DataSpec data;
  data.name = "d";
  out.data.push_back(data);
  out.modes.push_back(to_mode(*find_mode("direct")));
  return out;
}

using Change = std::pair<const char*, std::function<void(Study&)>>;

TEST(StudyCanonical, IsFrozen) {
  EXPECT_EQ(sha256(study().canonical()).hex(), "62354136ff3d1f11ca825f62b2994c2edb0a3bd64658a83e0bf33047d8a82dea")
      << study().canonical();
}

TEST(StudyCanonical, ChangesWithEverythingThatMakesAnotherStudy) {
  const std::vector<Change> changes{
      {"name", [](Study& s) { s.name = "x"; }},
      {"seed", [](Study& s) { s.seed = 1; }},
      {"model name", [](Study& s) { s.models[0].name = "x"; }},
      {"backend", [](Study& s) { s.models[0].endpoint.backend = "replay"; }},
      {"n_ctx", [](Study& s) { s.models[0].endpoint.n_ctx = 1; }},
      {"deterministic", [](Study& s) { s.models[0].endpoint.deterministic = false; }},
      {"chat template", [](Study& s) { s.models[0].endpoint.chat_template = "x"; }},
      {"KV type", [](Study& s) { s.models[0].endpoint.kv_type = "q8_0"; }},
      {"data name", [](Study& s) { s.data[0].name = "x"; }},
      {"format", [](Study& s) { s.data[0].format = "csv"; }},
      {"columns", [](Study& s) { s.data[0].columns["stem"] = "x"; }},
      {"limit", [](Study& s) { s.data[0].limit = 1; }},
      {"mode text", [](Study& s) { s.modes[0].user += "x"; }},
      {"mode limit", [](Study& s) { s.modes[0].max_tokens = 1; }},
      {"mode arguments", [](Study& s) { s.modes[0].template_args["x"] = "1"; }},
      {"permutations", [](Study& s) { s.permutations.kind = "none"; }},
      {"decoding", [](Study& s) { s.decoding.temperature = 0.7; }},
      {"stop", [](Study& s) { s.decoding.stop = {"x"}; }},
      {"policy", [](Study& s) { s.on_positional_options = OnPositional::kDrop; }},
      {"states", [](Study& s) { s.states.points = {"last_prompt"}; }},
      {"layers of states",
       [](Study& s) {
         s.states.points = {"last_prompt"};
         s.states.layers = StatesSpec::Layers::kAll;
       }},
      {"type of states",
       [](Study& s) {
         s.states.points = {"last_prompt"};
         s.states.type = StateType::kFloat32;
       }},
  };
  std::set<std::string> seen{study().canonical()};
  for (const auto& [name, change] : changes) {
    Study changed = study();
    change(changed);
    EXPECT_TRUE(seen.insert(changed.canonical()).second) << name;
  }
}

TEST(StudyCanonical, DoesNotSeePathsOrTheMachine) {
  Study moved = study();
  moved.store = "/elsewhere/x.brink";
  moved.models[0].endpoint.path = "/elsewhere/m.gguf";
  moved.models[0].endpoint.n_threads = 7;
  moved.models[0].endpoint.n_parallel = 7;
  moved.models[0].endpoint.gpu_layers = 7;
  moved.models[0].at = {"x", 1};
  moved.data[0].path = "/elsewhere/d.csv";
  moved.data[0].at = {"x", 1};
  EXPECT_EQ(moved.canonical(), study().canonical());
}

}  // namespace
}  // namespace brink
