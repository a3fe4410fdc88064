#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../command.h"
#include "../console/interrupt.h"
#include "../console/progress.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/pipeline/brink.h"
#include "brink/report/json_report.h"
#include "brink/report/notes.h"
#include "brink/report/text_report.h"

namespace brink::cli {
namespace {

struct Options {
  std::string study;
  std::string model, data, modes = "direct,cot", permutations = "cyclic", format, backend = "llama";
  std::string store;
  int limit = 0, max_tokens = 512, n_ctx = 0, n_threads = 0, n_parallel = 0, gpu_layers = 0;
  std::uint64_t seed = 0;
  bool fast = false, retry_failed = false, json = false;
};

// A JSON string is a TOML basic string.
std::string quoted(const std::string& text) { return Json(to_valid_utf8(text)).dump(); }

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) out.push_back(word);
  return out;
}

std::string name_of(const std::string& path) {
  std::string out = std::filesystem::path(path).filename().string();
  out = out.substr(0, out.find('.'));
  for (char& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '-';
  return out.empty() ? "unnamed" : out;
}

// The flags as a study file: one way to check them, and the text that the store keeps.
std::string flags_as_study(const Options& o) {
  std::string modes;
  for (const std::string& mode : split(o.modes)) modes += (modes.empty() ? "" : ", ") + quoted(mode);
  const auto path = [](const std::string& p) { return quoted(std::filesystem::absolute(p).string()); };
  std::string out =
      fmt::format("name = {}\nseed = {}\nmodes = [{}]\npermutations = {}\n",
                  quoted(name_of(o.model) + "-" + name_of(o.data)), o.seed, modes, quoted(o.permutations));
  out += fmt::format("\n[decoding]\nmax_tokens = {}\n", o.max_tokens);
  out += fmt::format("\n[model.{}]\nbackend = {}\npath = {}\n", name_of(o.model), quoted(o.backend),
                     o.backend == "scripted" ? quoted(o.model) : path(o.model));
  if (o.n_ctx > 0) out += fmt::format("n_ctx = {}\n", o.n_ctx);
  if (o.n_threads > 0) out += fmt::format("threads = {}\n", o.n_threads);
  if (o.n_parallel > 0) out += fmt::format("n_parallel = {}\n", o.n_parallel);
  if (o.gpu_layers > 0) out += fmt::format("gpu_layers = {}\n", o.gpu_layers);
  if (o.fast) out += "deterministic = false\n";
  out += fmt::format("\n[data.{}]\npath = {}\n", name_of(o.data), path(o.data));
  if (!o.format.empty()) out += fmt::format("format = {}\n", quoted(o.format));
  if (o.limit > 0) out += fmt::format("limit = {}\n", o.limit);
  return out;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorKind::kUsage, path + ": cannot be read", "write one with `brink init`");
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

int n_failures(const RunSummary& s) { return s.n_failed + s.n_failed_found; }

void print_json(const StudyOutcome& outcome, const std::filesystem::path& path, const Store& store,
                const Analysis& analysis) {
  const RunSummary& s = outcome.summary;
  std::vector<std::string> warnings = outcome.warnings;
  for (std::string& w : provenance_warnings(store)) warnings.push_back(std::move(w));
  Json out{{"store", path.string()},
           {"n_made", s.n_made},
           {"n_failed", s.n_failed},
           {"n_found", s.n_found},
           {"n_failed_found", s.n_failed_found},
           {"n_prefilled", s.n_prefilled},
           {"n_shared", s.n_shared},
           {"n_generated", s.n_generated},
           {"stopped", s.stopped},
           {"wall_s", s.wall_s},
           {"plan_s", s.plan_s},
           {"store_s", s.store_s},
           {"read_s", s.read_s},
           {"warnings", warnings}};
  out.update(json_report(analysis.results));
  fmt::print("{}\n", out.dump(2));
}

void print_text(const StudyOutcome& outcome, const std::filesystem::path& path, const Store& store,
                const Analysis& analysis) {
  const TextReportOptions report{.width = report_width(), .group_by = {}, .warnings = provenance_warnings(store)};
  fmt::print("\n{}\n", text_report(analysis.observations, analysis.results, report));
  const RunSummary& s = outcome.summary;
  if (s.n_made == 0 && !s.stopped) fmt::print("nothing to do: every request has a record\n");
  fmt::print("{} records made now, {} found{}\n", s.n_made, s.n_found,
             s.stopped ? "; stopped before the end: the same command goes on" : "");
  if (n_failures(s) > 0) fmt::print("{} failed: --retry-failed asks them again\n", n_failures(s));
  const std::string name = path.string();
  fmt::print("store   {0}\nlook    brink show {0}\nreport  brink report {0}\nexport  brink export {0} DIR\n", name);
}

int run_command(const Options& o) {
  if (o.study.empty() && (o.model.empty() || o.data.empty()))
    throw Error(ErrorKind::kUsage, "nothing to run: give a study file, or --model and --data",
                "example: brink run --model model.gguf --data questions.jsonl --modes direct,cot");
  const std::string text = o.study.empty() ? flags_as_study(o) : read_text(o.study);
  const std::filesystem::path where = o.study.empty() ? "command line" : o.study;
  Study study = read_study(text, where, backend_names());
  if (!o.store.empty()) study.store = o.store;
  if (o.study.empty() && o.store.empty()) study.store = study.name + ".brink";

  StudyOutcome outcome;
  {
    const InterruptGuard interrupts;
    ProgressPrinter progress;
    outcome = run_study(study, {.retry_failed = o.retry_failed, .source_text = text}, interrupts.token(),
                        [&](const Progress& p) { progress(p); });
  }
  for (const std::string& warning : outcome.warnings) fmt::print(stderr, "brink: warning: {}\n", warning);
  const Store store = Store::open(study.store, Store::Mode::kRead);
  const Analysis analysis = analyse(store);
  if (o.json)
    print_json(outcome, study.store, store, analysis);
  else
    print_text(outcome, study.store, store, analysis);
  if (outcome.summary.stopped) return 1;
  return n_failures(outcome.summary) > 0 ? 3 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  // Shared: the options outlive this function inside the callback that CLI11 keeps.
  auto o = std::make_shared<Options>();
  app.add_option("STUDY", o->study, "study file (TOML); or give --model and --data");
  app.add_option("--model", o->model, "GGUF file");
  app.add_option("--data", o->data, "multiple-choice data file");
  app.add_option("--format", o->format, "data format; found by content when left out");
  app.add_option("--modes", o->modes, "prompt modes, comma-separated")->capture_default_str();
  app.add_option("--permutations", o->permutations, "cyclic, none, reversed, all, random:n, pairs")
      ->capture_default_str();
  app.add_option("--limit", o->limit, "items per data set, by seeded rank; 0 = all")->check(CLI::NonNegativeNumber);
  app.add_option("--max-tokens", o->max_tokens, "tokens per answer")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--seed", o->seed, "study seed")->capture_default_str();
  app.add_option("--store", o->store, "file the records go to; default: the study's name with .brink");
  app.add_option("--backend", o->backend, "back end of --model")->capture_default_str();
  app.add_option("--ctx", o->n_ctx, "context tokens per sequence")->check(CLI::NonNegativeNumber);
  app.add_option("--threads", o->n_threads, "threads; 0 = physical cores")->check(CLI::NonNegativeNumber);
  app.add_option("--parallel", o->n_parallel, "sequences decoded together; 0 = chosen")->check(CLI::NonNegativeNumber);
  app.add_option("--gpu-layers", o->gpu_layers, "layers on the GPU")->check(CLI::NonNegativeNumber);
  app.add_flag("--fast", o->fast, "fastest mode: answers may depend on batching in near-ties");
  app.add_flag("--json", o->json, "print the summary and all results as JSON");
  app.add_flag("--retry-failed", o->retry_failed, "ask again for what failed before");
  app.callback([o, &exit_status] { exit_status = run_command(*o); });
}

}  // namespace

extern constinit const Command kRun{
    .name = "run",
    .summary = "run or resume a study; Ctrl-C is safe",
    .example =
        "brink run study.toml\n  brink run --model model.gguf --data questions.jsonl --modes direct,cot --limit 100",
    .configure = configure,
};

}  // namespace brink::cli
