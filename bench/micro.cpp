// What brink itself costs beside the model: planning, storing, reading and measuring 1000 items x 4 orders.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "brink/base/rng.h"
#include "brink/extract/observations.h"
#include "brink/extract/rules.h"
#include "brink/metrics/metric.h"
#include "brink/plan/plan.h"
#include "brink/store/store.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

constexpr int kItems = 1000;
constexpr int kOrders = 4;

constexpr std::array kWords = {"the",  "force", "on",     "a",     "moving", "body", "is",   "therefore", "equal",
                               "to",   "its",   "change", "of",    "speed",  "and",  "so",   "option",    "seems",
                               "less", "than",  "likely", "which", "would",  "need", "more", "energy.",   "However,"};

std::string words(SplitMix64& rng, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += std::string(i == 0 ? "" : " ") + kWords[rng.below(kWords.size())];
  return out;
}

// An answer as step-by-step prompts get them, 120 words, three mentions of letters on the way.
std::string answer_text(SplitMix64& rng) {
  const auto letter = [&] { return static_cast<char>('A' + rng.below(kOrders)); };
  return fmt::format("{}\nLet's consider option {}: {}\nOption ({}) {}\nSo it must be {}. {}\n\nThe answer is ({}).",
                     words(rng, 30), letter(), words(rng, 30), letter(), words(rng, 30), letter(), words(rng, 30),
                     letter());
}

Dataset made_up_dataset() {
  Dataset out;
  out.name = "made_up";
  SplitMix64 rng(1);
  for (int i = 0; i < kItems; ++i) {
    Item& item = out.items.emplace_back();
    item.id = std::to_string(i);
    item.stem = fmt::format("{}. {}?", i, words(rng, 25));
    for (int o = 0; o < kOrders; ++o) item.options.push_back(fmt::format("{} {}", o, words(rng, 6)));
    item.gold = i % kOrders;
    item.tags["subject"] = fmt::format("subject {}", i % 10);
  }
  finish_items(out.items);
  return out;
}

Study made_up_study() {
  Study out;
  out.models.push_back({.name = "model", .endpoint = {}, .at = {}});
  out.data.push_back({.name = "made_up", .path = {}, .format = {}, .columns = {}, .limit = 0, .at = {}});
  out.modes.push_back(to_mode(*find_mode("cot")));
  return out;
}

std::vector<PlannedItem> made_up_plan(const Dataset& dataset) {
  const Study study = made_up_study();
  ModelKey key;
  key.kind = "scripted";
  const auto configurations = plan(study, study.models.front(), key, {&dataset, 1});
  return plan_piece(configurations.front(), 0, kItems * kOrders);
}

// The records of a plan, with as many tokens as words: what a run of a model would append.
std::vector<Record> made_up_records(const std::vector<PlannedItem>& planned) {
  SplitMix64 rng(2);
  std::vector<Record> out;
  for (const PlannedItem& item : planned)
    for (std::size_t i = 0; i < item.requests.size(); ++i) {
      Completion answer;
      answer.text = answer_text(rng);
      answer.rendered_prompt = std::get<Messages>(item.requests[i].input).back().content;
      answer.prompt_tokens.assign(150, 7);
      answer.tokens.assign(130, 7);
      answer.logprobs_nats.assign(130, -1);
      answer.read_out.emplace().top.assign(100, {7, -1});
      answer.usage = {.n_prompt = 150, .n_prefilled = 60, .n_shared = 90, .n_generated = 130};
      out.push_back({.id = item.cells[i].record,
                     .request = item.requests[i],
                     .response = std::move(answer),
                     .made = {{"backend", "scripted"}},
                     .origin = {},
                     .given = {}});
    }
  return out;
}

/// A store in a folder of its own, gone with it.
class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path store() const { return path_ / "study.brink"; }

 private:
  fs::path path_ = fs::temp_directory_path() / fmt::format("brink_micro_{}", ::getpid());
};

Store write_store(const fs::path& path, const Dataset& dataset, const std::vector<PlannedItem>& planned,
                  const std::vector<Record>& records) {
  Store store = Store::open(path, Store::Mode::kWrite);
  store.put_dataset(dataset);
  std::vector<Cell> cells;
  for (const PlannedItem& item : planned) cells.insert(cells.end(), item.cells.begin(), item.cells.end());
  store.put_cells(cells);
  for (const Record& record : records) store.append(record);
  return store;
}

void plan_items(benchmark::State& state) {
  const Dataset dataset = made_up_dataset();
  for (auto _ : state) benchmark::DoNotOptimize(made_up_plan(dataset));
  state.SetItemsProcessed(state.iterations() * kItems * kOrders);
}
BENCHMARK(plan_items)->Unit(benchmark::kMillisecond);

void store_records(benchmark::State& state) {
  const std::vector<Record> records = made_up_records(made_up_plan(made_up_dataset()));
  for (auto _ : state) {
    state.PauseTiming();
    {
      const Folder folder;
      Store store = Store::open(folder.store(), Store::Mode::kWrite);
      state.ResumeTiming();
      for (const Record& record : records) store.append(record);
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(records.size()));
}
BENCHMARK(store_records)->Unit(benchmark::kMillisecond)->UseRealTime();

void read_texts(benchmark::State& state, const char* name) {
  const Profile& profile = brink::profile(name);
  SplitMix64 rng(3);
  std::vector<std::string> texts;
  std::size_t n_bytes = 0;
  for (int i = 0; i < kItems; ++i) n_bytes += texts.emplace_back(answer_text(rng)).size();
  for (auto _ : state)
    for (const std::string& text : texts)
      benchmark::DoNotOptimize(profile.read({.text = text, .n_options = kOrders, .finish = Finish::kEnd}));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(n_bytes));
}
BENCHMARK_CAPTURE(read_texts, paper, "paper")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_texts, robust, "robust")->Unit(benchmark::kMillisecond);

// One text of a megabyte: the same few bytes over and over, each chosen against some step of a reader.
void read_hostile(benchmark::State& state, const char* name, const char* unit) {
  const Profile& profile = brink::profile(name);
  std::string text;
  while (text.size() < 1'000'000) text += unit;
  for (auto _ : state)
    benchmark::DoNotOptimize(profile.read({.text = text, .n_options = kOrders, .finish = Finish::kEnd}));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

constexpr std::array<std::pair<const char*, const char*>, 27> kHostile{
    {{"bracket", "("},
     {"letter", "A "},
     {"letters", "A, "},
     {"bracketed", "(A) "},
     {"list", "A. x\nB. x\n"},
     {"copied options", "A) The capital of France\nB) A small island\nC) The river that flows\nD) None of the above\n"},
     {"frame", "the answer is "},
     {"answer", "answer: "},
     {"commitment", "B is correct "},
     {"joined", "the answer is A or "},
     {"option", "option A "},
     {"article", "I think a "},
     {"stops", "A."},
     {"chinese", "答案"},
     {"japanese", "答えはBですが、"},
     {"boxed", "\\boxed{"},
     {"marks", "x\u0301"},
     {"doubt", "wait, no "},
     {"condition", "if x is even, B, but "},
     {"case apart", "unless A, "},
     {"other case", "with a would be B "},
     {"exception", "everything except B is wrong "},
     {"reply", "is it B? yes. "},
     {"spaces", "\u00a0"},
     {"lines", "\n"},
     {"tags", "<think>"},
     {"no UTF-8", "\xff"}}};

void register_hostile() {
  for (const char* profile : {"paper", "robust"})
    for (const auto& [name, unit] : kHostile)
      benchmark::RegisterBenchmark(fmt::format("read_hostile/{}/{}", profile, name).c_str(),
                                   [=, text = unit](benchmark::State& state) { read_hostile(state, profile, text); })
          ->Unit(benchmark::kMillisecond);
}

void observe_store(benchmark::State& state) {
  const Dataset dataset = made_up_dataset();
  const auto planned = made_up_plan(dataset);
  const Folder folder;
  const Store store = write_store(folder.store(), dataset, planned, made_up_records(planned));
  for (auto _ : state) benchmark::DoNotOptimize(observe(store));
  state.SetItemsProcessed(state.iterations() * kItems * kOrders);
}
BENCHMARK(observe_store)->Unit(benchmark::kMillisecond);

void measure(benchmark::State& state) {
  const Dataset dataset = made_up_dataset();
  const auto planned = made_up_plan(dataset);
  const Folder folder;
  const Observations observations = observe(write_store(folder.store(), dataset, planned, made_up_records(planned)));
  for (auto _ : state) benchmark::DoNotOptimize(compute_metrics(observations, 0));
  state.SetItemsProcessed(state.iterations() * kItems * kOrders);
}
BENCHMARK(measure)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace brink

int main(int argc, char** argv) {
  brink::register_hostile();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
