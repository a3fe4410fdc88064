#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "brink/base/error.h"
#include "brink/study/study.h"

namespace brink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kBackends{"llama", "replay", "scripted"};

Study read(const std::string& toml) { return read_study(toml, "dir/s.toml", kBackends); }

std::string mistakes(const std::string& toml) {
  try {
    read(toml);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    return std::string(e.what()) + "\n";
  }
  return "";
}

// A study file that is right, with more lines in front of its tables and after them.
std::string with(const std::string& top, const std::string& tables = "") {
  return "modes = ['direct']\n" + top + "\n[model.m]\npath = 'm.gguf'\n[data.d]\npath = 'd.csv'\n" + tables;
}

TEST(ReadStudy, TheSmallestStudyHasTheDocumentedDefaults) {
  const Study s = read(with(""));
  EXPECT_EQ(s.name, "s");
  EXPECT_EQ(s.seed, 0u);
  EXPECT_EQ(s.store, "dir/s.brink");
  EXPECT_EQ(s.permutations, PermutationSpec{});
  EXPECT_EQ(s.decoding, Decoding{});
  EXPECT_EQ(s.on_positional_options, OnPositional::kKeep);
  ASSERT_EQ(s.models.size(), 1u);
  EXPECT_EQ(s.models[0].endpoint.path, "dir/m.gguf") << "relative to the study file";
  EXPECT_TRUE(s.models[0].endpoint.deterministic);
  EXPECT_EQ(s.models[0].at.text(), "dir/s.toml:3");
  EXPECT_EQ(s.data[0].path, "dir/d.csv");
  EXPECT_EQ(s.modes[0].name, "direct");
}

TEST(ReadStudy, EveryKeyIsRead) {
  const Study s = read(R"(
name = "n"
seed = 9
store = "../out/x.brink"
modes = ["position-bias/cot", "mine"]
permutations = "random:8"
on_positional_options = "drop"
[model.z]
backend = "replay"
path = "/abs/z.brink"
n_ctx = 4096
n_parallel = 8
threads = 2
gpu_layers = -1
deterministic = false
kv_type = "q8_0"
[model.a]
backend = "scripted"
path = "uniform"
[data.d]
path = "d.csv"
format = "csv"
limit = 50
columns = { stem = "frage", options = "a, b" }
[mode.mine]
system = "S {passage}"
user = "{question} | {options}"
prefill = "<think>\n"
commit_suffix = "So ("
reader = "paper"
max_tokens = 99
template_args = { enable_thinking = false, effort = "low", budget = 3, p = 0.5 }
[decoding]
max_tokens = 7
temperature = 1
top_p = 0.9
top_k = 40
stop = ["\n"]
stop_at_answer = true
[states]
points = ["last_prompt", "mean_prompt", "fraction:.50", "last_think"]
layers = [12, "final", 0]
dtype = "float32"
modes = ["mine"]
)");
  EXPECT_EQ(s.name, "n");
  EXPECT_EQ(s.seed, 9u);
  EXPECT_EQ(s.store, "out/x.brink");
  ASSERT_EQ(s.models.size(), 2u);
  EXPECT_EQ(s.models[0].name, "z") << "in the order of the file";
  const EndpointSpec& e = s.models[0].endpoint;
  EXPECT_EQ(e.backend, "replay");
  EXPECT_EQ(e.path, "/abs/z.brink");
  EXPECT_EQ(std::tuple(e.n_ctx, e.n_parallel, e.n_threads, e.gpu_layers, e.deterministic, e.kv_type),
            std::tuple(4096, 8, 2, -1, false, std::string("q8_0")));
  EXPECT_EQ(s.models[1].endpoint.path, "uniform") << "a script's name is not a path";
  EXPECT_EQ(s.data[0].format, "csv");
  EXPECT_EQ(s.data[0].limit, 50);
  EXPECT_EQ(s.data[0].columns, (ColumnMap{{"stem", "frage"}, {"options", "a, b"}}));
  ASSERT_EQ(s.modes.size(), 2u);
  EXPECT_EQ(s.modes[0].name, "cot");
  const ModeSpec& mine = s.modes[1];
  EXPECT_EQ(mine.system, "S {passage}");
  EXPECT_EQ(mine.user, "{question} | {options}");
  EXPECT_EQ(mine.prefill, "<think>\n");
  EXPECT_EQ(mine.commit_suffix, "So (");
  EXPECT_EQ(mine.max_tokens, 99);
  EXPECT_EQ(mine.template_args,
            (std::map<std::string, std::string>{
                {"budget", "3"}, {"effort", "\"low\""}, {"enable_thinking", "false"}, {"p", "0.5"}}));
  EXPECT_EQ(s.permutations, (PermutationSpec{"random", 8}));
  EXPECT_EQ(s.decoding, (Decoding{7, 1, 0.9, 40, {"\n"}, true}));
  EXPECT_EQ(s.on_positional_options, OnPositional::kDrop);
  EXPECT_THAT(s.states.points, ElementsAre("last_prompt", "mean_prompt", "fraction:0.5", "last_think"));
  std::vector<std::string> sites;
  for (const Site& site : state_sites(s.states, 30)) sites.push_back(site_name(site));
  EXPECT_THAT(sites, ElementsAre("resid_post:12", "final", "resid_post:0"));
  EXPECT_EQ(s.states.type, StateType::kFloat32);
  EXPECT_THAT(s.states.modes, ElementsAre("mine"));
}

TEST(ReadStudy, WhatRestsOnTheCurveReadsWhereItDoes) {
  const Study s = read(
      "modes = ['cot', 'direct']\ntreatments = ['eat', 'curve']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n"
      "[treatment.curve]\ncheckpoints = 7\nmodes = ['direct']\n");
  ASSERT_EQ(s.treatments.size(), 2u);
  EXPECT_EQ(s.treatments[0].kind, "eat");
  EXPECT_EQ(s.treatments[0].checkpoints, 7);
  EXPECT_THAT(s.treatments[0].modes, ElementsAre("direct"));
}

TEST(ReadStudy, ALeadingTildeIsTheHomeDirectory) {
  ASSERT_NE(std::getenv("HOME"), nullptr);
  const Study s = read("modes = ['cot']\n[model.m]\npath = '~/m.gguf'\n[data.d]\npath = 'd~/x'\n");
  EXPECT_EQ(s.models[0].endpoint.path, (std::filesystem::path(std::getenv("HOME")) / "m.gguf").string());
  EXPECT_EQ(s.data[0].path, "dir/d~/x");
}

struct Mistake {
  const char* name;
  std::string toml;
  const char* expected;
};

TEST(ReadStudy, EveryMistakeIsNamedWithItsLineAndWhatToDo) {
  const std::vector<Mistake> cases{
      {"unknown key", with("sed = 1"), "dir/s.toml:2: unknown key 'sed'\n  did you mean 'seed'?\n"},
      {"unknown key in a model", with("", "[model.n]\npath = 'x'\nn_ct = 5\n"),
       "dir/s.toml:9: unknown key 'model.n.n_ct'\n  did you mean 'n_ctx'?\n"},
      {"unknown key in data", with("", "limits = 5\n"),
       "dir/s.toml:7: unknown key 'data.d.limits'\n  did you mean 'limit'?\n"},
      {"unknown key in decoding", with("", "[decoding]\nmax_token = 5\n"),
       "dir/s.toml:8: unknown key 'decoding.max_token'\n  did you mean 'max_tokens'?\n"},
      {"unknown column role", with("", "columns = { stm = 'x' }\n"),
       "dir/s.toml:7: unknown key 'data.d.columns.stm'\n  did you mean 'stem'?\n"},
      {"text for integer", with("seed = '1'"), "dir/s.toml:2: 'seed' must be an integer, not a text\n"},
      {"number for integer", with("seed = 1.5"), "dir/s.toml:2: 'seed' must be an integer, not a number\n"},
      {"date for text", with("name = 1979-05-27"), "dir/s.toml:2: 'name' must be a text, not a date or time\n"},
      {"list for text", with("permutations = ['cyclic']"), "dir/s.toml:2: 'permutations' must be a text, not a list\n"},
      {"text for list", "modes = 'direct'\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:1: 'modes' must be a list of texts, not a text\n"},
      {"mixed list", with("treatments = [\n 'curve',\n 3]"),
       "dir/s.toml:4: 'treatments' must be a list of texts; this is an integer\n"},
      {"text for table", with("decoding = 'greedy'"), "dir/s.toml:2: 'decoding' must be a table, not a text\n"},
      {"value for tables", "modes = ['cot']\nmodel = 'm.gguf'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:2: 'model' must be a table: [model.NAME], not a text\n"},
      {"keys in the wrong table", "modes = ['cot']\n[model]\npath = 'm.gguf'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:3: 'model.path' must be a table, not a text\n  write [model.NAME] above the keys\n"},
      {"negative seed", with("seed = -1"), "dir/s.toml:2: 'seed' = -1 is out of range: 0 to 9223372036854775807\n"},
      {"temperature", with("", "[decoding]\ntemperature = -0.1\n"),
       "dir/s.toml:8: 'decoding.temperature' = -0.1 is out of range: from 0 to 100\n"},
      {"top_p", with("", "[decoding]\ntop_p = 0\n"),
       "dir/s.toml:8: 'decoding.top_p' = 0 is out of range: above 0 to 1\n"},
      {"nan", with("", "[decoding]\ntop_p = nan\n"),
       "dir/s.toml:8: 'decoding.top_p' = nan is out of range: above 0 to 1\n"},
      {"empty stop", with("", "[decoding]\nstop = ['']\n"),
       "dir/s.toml:8: 'decoding.stop' has an empty text, which stops everything\n"},
      {"unknown mode", "modes = ['dirct']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:1: unknown prompt mode 'dirct'\n  did you mean 'direct'?\n"},
      {"mode named twice", "modes = ['cot', 'position-bias/cot']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:1: the mode 'cot' is named twice\n"},
      {"no modes", "modes = []\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n",
       "dir/s.toml:1: 'modes' is an empty list\n"},
      {"unused mode", with("", "[mode.mine]\n"), "dir/s.toml:7: [mode.mine] is not used\n  name it in 'modes'\n"},
      {"mode with a preset's name", with("", "[mode.direct]\n"),
       "dir/s.toml:7: 'direct' is the name of a preset mode\n  choose another name\n"},
      {"unknown format", with("", "format = 'mmul'\nlimit = -2\n"),
       "dir/s.toml:7: unknown data format 'mmul'\n  did you mean 'mmlu'?\n"
       "dir/s.toml:8: 'data.d.limit' = -2 is out of range: 0 to 2147483647\n"},
      {"columns of a fixed format", with("", "format = 'arc'\ncolumns = { stem = 'x' }\n"),
       "dir/s.toml:8: the format 'arc' has fixed columns\n  use \"jsonl\" or \"csv\" with a column map\n"},
      {"unknown back end", with("", "[model.n]\npath = 'x'\nbackend = 'lama'\n"),
       "dir/s.toml:9: unknown back end 'lama'\n  did you mean 'llama'?\n"},
      {"unknown KV type", with("", "[model.n]\npath = 'x'\nkv_type = 'f17'\n"),
       "dir/s.toml:9: unknown KV cache type 'f17'\n  did you mean 'f16'?\n"},
      {"unknown permutation", with("permutations = 'ciclic'"),
       "dir/s.toml:2: unknown permutation set 'ciclic'\n  did you mean 'cyclic'?\n"},
      {"random without a number", with("permutations = 'random:0'"),
       "dir/s.toml:2: unknown permutation set 'random:0'\n  write random:n with n from 1 to 120, as random:8\n"},
      {"unknown policy", with("on_positional_options = 'skip'"),
       "dir/s.toml:2: unknown policy 'skip'\n  known: keep, drop, error\n"},
      {"settings of another treatment",
       with("treatments = ['curve', 'resample', 'budget:4']",
            "[treatment.curve]\ncheckpoints = 5\nofsets = [0.1]\n[treatment.resample]\nccp = 'a3'\n"
            "[treatment.budget]\nmax_tokens = 9\n"),
       "dir/s.toml:9: unknown key 'treatment.curve.ofsets'\n  known: checkpoints, modes\n"
       "dir/s.toml:11: unknown key 'treatment.resample.ccp'\n  known: draws, temperature, top_p, modes\n"
       "dir/s.toml:13: unknown key 'treatment.budget.max_tokens'\n  known: modes\n"},
      {"EAT without a curve", with("treatments = ['eat']", ""),
       "dir/s.toml:2: the treatment 'eat' needs the treatment 'curve'\n  name it in 'treatments'\n"},
      {"EAT at places of its own", with("treatments = ['curve', 'eat']", "[treatment.eat]\ncheckpoints = 6\n"),
       "dir/s.toml:8: 'treatment.eat.checkpoints' cannot be set: it reads where the curve does\n  set "
       "'treatment.curve.checkpoints'\n"},
      {"a forced CCP in a mode without a curve",
       "modes = ['cot', 'direct']\ntreatments = ['curve', 'truncate']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n"
       "[treatment.curve]\nmodes = ['cot']\n[treatment.truncate]\nccp = 'forced'\nmodes = ['cot', 'direct']\n",
       "dir/s.toml:9: 'treatment.truncate.ccp' = 'forced' is for mode 'direct', where there is no curve to rest on\n"
       "  name the mode in [treatment.curve], or leave it out here\n"},
      {"a forced CCP without a curve", with("treatments = ['truncate']", "[treatment.truncate]\nccp = 'forced'\n"),
       "dir/s.toml:7: 'treatment.truncate.ccp' = 'forced' needs the treatment 'curve'\n  name it in 'treatments'\n"},
      {"states among the treatments", with("treatments = ['states']"),
       "dir/s.toml:2: unknown treatment 'states'\n  hidden states are asked for by a table of their own, [states]\n"},
      {"unknown layer", with("", "[states]\nlayers = ['finl', -1, 'final', 7, 'final']\n"),
       "dir/s.toml:8: unknown layer 'finl'\n  layers are numbers from 0 (embeddings), and \"final\"\n"
       "dir/s.toml:8: unknown layer '-1'\n  layers are numbers from 0 (embeddings), and \"final\"\n"
       "dir/s.toml:8: the layer 'final' is named twice\n"},
      {"a layer between two", with("", "[states]\nlayers = [\n 1.5]\n"),
       "dir/s.toml:9: 'states.layers' must be a list of texts and integers; this is a number\n"},
      {"unknown layers", with("", "[states]\nlayers = 'quarter'\n"),
       "dir/s.toml:8: unknown layers 'quarter'\n  did you mean 'quarters'?\n"},
      {"no layers", with("", "[states]\nlayers = []\n"), "dir/s.toml:8: 'states.layers' is an empty list\n"},
      {"unknown point", with("", "[states]\npoints = ['last_promt', 'fraction:1', 'fraction:f']\n"),
       "dir/s.toml:8: unknown point 'last_promt'\n  did you mean 'last_prompt'?\n"
       "dir/s.toml:8: unknown point 'fraction:1'\n  write fraction:f with f above 0 and below 1, as fraction:0.5\n"
       "dir/s.toml:8: unknown point 'fraction:f'\n  write fraction:f with f above 0 and below 1, as fraction:0.5\n"},
      {"point named twice", with("", "[states]\npoints = ['fraction:.5', 'fraction:0.50']\n"),
       "dir/s.toml:8: the point 'fraction:0.5' is named twice\n"},
      {"no points", with("", "[states]\npoints = []\n"),
       "dir/s.toml:8: 'states.points' is an empty list\n  leave [states] out to keep no states\n"},
      {"unknown dtype", with("", "[states]\ndtype = 'float8'\n"),
       "dir/s.toml:8: unknown dtype 'float8'\n  did you mean 'float16'?\n"},
      {"states of an unknown mode", with("", "[states]\nmodes = ['dirct']\n"),
       "dir/s.toml:8: the study has no mode 'dirct'\n  did you mean 'direct'?\n"},
      {"unknown key in states", with("", "[states]\nlayer = 'all'\n"),
       "dir/s.toml:8: unknown key 'states.layer'\n  did you mean 'layers'?\n"},
      {"missing template file", with("", "[model.n]\npath = 'x'\nchat_template = 'no.jinja'\n"),
       "dir/s.toml:9: the chat template dir/no.jinja is not a readable UTF-8 text file\n"},
      {"missing everything", "seed = 1\n",
       "dir/s.toml: 'model' is missing\ndir/s.toml: 'data' is missing\ndir/s.toml: 'modes' is missing\n"},
      {"missing paths", "modes = ['cot']\n[model.m]\n[data.d]\n",
       "dir/s.toml:2: [model.m] needs 'path'\ndir/s.toml:3: [data.d] needs 'path'\n"},
  };
  for (const Mistake& c : cases) EXPECT_EQ(mistakes(c.toml), c.expected) << c.name;
}

TEST(ReadStudy, TheTemplateIsOfEveryModeUnlessAModeSaysOtherwise) {
  const std::string tables = "[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n";
  const auto raw = [&](const std::string& text) {
    std::vector<bool> out;
    for (const ModeSpec& mode : read_study(text, "dir/s.toml", {"llama"}).modes) out.push_back(mode.raw);
    return out;
  };
  EXPECT_EQ(raw("modes = ['babble']\n" + tables), std::vector{false});
  EXPECT_EQ(raw("modes = ['babble', 'mine']\ntemplate = 'raw'\n" + tables + "[mode.mine]\ntemplate = 'chat'\n"),
            (std::vector{true, false}));
  EXPECT_EQ(mistakes("modes = ['babble']\ntemplate = 'rw'\n" + tables),
            "dir/s.toml:2: unknown template 'rw'\n  did you mean 'raw'?\n");
}

TEST(ReadStudy, ADataSetMayBePutInTheOtherForm) {
  const std::string head = "modes = ['babble']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n";
  const Study s = read_study(head + "as = 'choice'\noptions = 5\n", "dir/s.toml", {"llama"});
  EXPECT_EQ(s.data[0].as, "choice");
  EXPECT_EQ(s.data[0].options, 5);
  EXPECT_NE(s.canonical(), read_study(head, "dir/s.toml", {"llama"}).canonical());
  EXPECT_EQ(mistakes(head + "as = 'opn'\n"), "dir/s.toml:6: unknown form 'opn'\n  did you mean 'open'?\n");
}

TEST(ReadStudy, ATemplateMustShowTheQuestionAndNothingUnknown) {
  const std::string head = "modes = ['mine']\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n[mode.mine]\n";
  EXPECT_EQ(mistakes(head + "user = '{question}'\n"), "") << "it asks items without options";
  EXPECT_EQ(mistakes(head + "user = '{question} {options}'\nopen_user = '{question}?'\n"), "");
  EXPECT_EQ(mistakes(head + "user = '{question} {options}'\nopen_user = 'How many?'\n"),
            "dir/s.toml:8: the mode 'mine' shows no {question}\n  put {question} into 'open_user'\n");
  EXPECT_EQ(mistakes(head + "user = '{question} {options}'\nopen_user = '{question} {options}'\n"),
            "dir/s.toml:8: 'open_user' is for items without options, and shows {options}\n");
  EXPECT_EQ(mistakes(head + "user = '{question}'\nopen_user = '{question}?'\n"),
            "dir/s.toml:7: the mode 'mine' has two texts for items without options\n"
            "  put {options} into 'user', or leave 'open_user' out\n");
  EXPECT_EQ(mistakes(head + "system = '{qestion}'\nuser = '{options}'\n"),
            "dir/s.toml:7: unknown placeholder {qestion} in 'mode.mine.system'\n  did you mean 'question'?\n"
            "dir/s.toml:8: the mode 'mine' shows no {question}\n  put {question} into 'user'\n");
  EXPECT_EQ(mistakes(head + "system = '{question}'\nuser = '{options} as {\"answer\": \"X\"}'\n"), "");
  EXPECT_EQ(mistakes(head + "template_args = { a = [1], b = inf }\n"),
            "dir/s.toml:7: 'mode.mine.template_args.a' must be a text, a finite number, true or false, not a list\n"
            "dir/s.toml:7: 'mode.mine.template_args.b' must be a text, a finite number, true or false, not a number\n");
}

TEST(ReadStudy, AllMistakesComeTogetherInTheOrderOfTheirLines) {
  const std::string all = mistakes("sed = 1\nmodes = ['x']\npermutations = 'y'\n[data.d]\nlimit = 'z'\n");
  std::size_t at = 0;
  for (const char* part : {"toml: 'model' is missing", "toml:1: unknown key", "toml:2: unknown prompt mode",
                           "toml:3: unknown permutation set", "toml:4: [data.d] needs", "toml:5: 'data.d.limit'"}) {
    at = all.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << " in\n" << all;
  }
}

TEST(ReadStudy, InvalidTomlIsNamedWithItsLine) {
  EXPECT_THAT(mistakes("seed = 1\nname = \n"), HasSubstr("dir/s.toml:2: "));
  EXPECT_THAT(mistakes(with("", "[data.d]\npath = 'again'\n")), HasSubstr("dir/s.toml:7: "));
  EXPECT_THAT(mistakes("name = 'caf\xE9'\n"), HasSubstr("dir/s.toml:1: "));
}

TEST(ReadStudyFile, SaysThatThereIsNone) {
  try {
    read_study_file("no/such.toml", kBackends);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kInput);
    EXPECT_THAT(e.what(), HasSubstr("no/such.toml: cannot be opened"));
    EXPECT_THAT(e.hint(), HasSubstr("brink init"));
  }
}

TEST(ExampleStudy, ReadsWithoutMistakesAlsoWithItsDefaultsSpelledOut) {
  const Study s = read(std::string(example_study()));
  EXPECT_EQ(s.modes.size(), 3u);
  EXPECT_EQ(s.decoding.max_tokens, 512);
  EXPECT_TRUE(s.decoding.stop_at_answer);

  // Lines that show a key with its default are that key and that default.
  std::string spelled_out(example_study());
  for (const std::string key :
       {"store", "on_positional_options", "backend", "n_ctx", "n_parallel", "threads", "gpu_layers", "deterministic",
        "kv_type", "temperature", "top_p", "top_k", "prefill", "commit_suffix", "reader"}) {
    const std::size_t at = spelled_out.find("\n# " + key + " = ");
    ASSERT_NE(at, std::string::npos) << key;
    spelled_out.erase(at + 1, 2);
  }
  Study plain = s, full = read(spelled_out);
  plain.store = full.store;
  EXPECT_EQ(full.canonical(), plain.canonical());
}

TEST(ExampleStudy, StandsInTheDocumentation) {
  std::ifstream in(BRINK_SOURCE_DIR "/docs/study-file.md");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_THAT(text, HasSubstr("```toml\n" + std::string(example_study()) + "```\n"));
}

TEST(DemoStudy, Reads) {
  const Study s = read_study_file(BRINK_SOURCE_DIR "/examples/studies/demo.toml", kBackends);
  EXPECT_TRUE(std::filesystem::exists(s.data.at(0).path)) << s.data[0].path;
}

TEST(ReadStudy, LabelsAreASetOrAList) {
  EXPECT_EQ(read(with("")).labels, "letters");
  EXPECT_EQ(read(with("labels = ['B', 'A']\nlabel_rotate = true")).labels, "B,A");
  EXPECT_TRUE(read(with("label_rotate = true")).label_rotate);
  const std::string own = "[mode.own]\nuser = '{question} {options}'\nreader = 'verdict'\n";
  const std::string rest = "[model.m]\npath = 'm.gguf'\n[data.d]\npath = 'd.csv'\n";
  EXPECT_EQ(read("modes = ['own']\nlabels = 'digits'\n" + own + rest).labels, "digits");
  EXPECT_EQ(read("modes = ['own']\nlabels = ['I', 'II']\n" + own + rest).labels, "I,II");
}

TEST(ReadStudy, LabelsThatNobodyAsksForOrReadsAreMistakes) {
  EXPECT_THAT(mistakes(with("labels = 'digits'")), HasSubstr("the preset mode 'direct' asks for the letters"));
  EXPECT_THAT(mistakes(with("labels = 'digit'")), HasSubstr("did you mean 'digits'?"));
  EXPECT_THAT(mistakes(with("labels = ['I', 'I']")), HasSubstr("a label stands twice"));
  EXPECT_THAT(mistakes(with("labels = ['I']")), HasSubstr("a list of labels has two or more"));
  EXPECT_THAT(mistakes("modes = ['own']\nlabels = ['A', 'B']\n[mode.own]\ntie = true\nuser = '{question} "
                       "{options}'\n[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n"),
              HasSubstr("two options and that need three labels"));
  EXPECT_THAT(mistakes(with("labels = 'none'\nlabel_rotate = true")), HasSubstr("nothing to rotate"));
  const std::string own =
      "modes = ['own']\nlabels = 'lower'\n[mode.own]\nreader = 'paper'\nuser = '{question} {options}'\n";
  EXPECT_THAT(mistakes(own + "[model.m]\npath = 'm'\n[data.d]\npath = 'd'\n"),
              HasSubstr("\"paper\", reads the letters"));
}

TEST(ReadStudy, ADataSetMayBeGenerated) {
  const Study s = read("modes = ['direct']\n[model.m]\npath = 'm.gguf'\n[data.d]\ngenerate = 'content_free'\nn = 9\n");
  EXPECT_EQ(s.data[0].generate, "content_free");
  EXPECT_EQ(s.data[0].n, 9);
  EXPECT_EQ(s.data[0].options, 4);
  EXPECT_THAT(mistakes("modes = ['direct']\n[model.m]\npath = 'm'\n[data.d]\ngenerate = 'content_fre'\n"),
              HasSubstr("did you mean 'content_free'?"));
  EXPECT_THAT(mistakes("modes = ['direct']\n[model.m]\npath = 'm'\n[data.d]\ngenerate = 'content_free'\npath = 'x'\n"),
              HasSubstr("path"));
}

}  // namespace
}  // namespace brink
