#include "study_options.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/pipeline/brink.h"

namespace brink::cli {
namespace {

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
std::string flags_as_study(const StudyOptions& o) {
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

}  // namespace

// Its own words: CLI11 would print the greatest double.
const CLI::Range kCount(0, std::numeric_limits<int>::max(), "0 or more");

void add_study_options(CLI::App& app, StudyOptions& o) {
  CLI::Option* study = app.add_option("STUDY", o.study, "study file (TOML); or give --model and --data");
  // What a study file says is said there alone.
  const auto instead = [&](CLI::Option* option) { return option->excludes(study); };
  instead(app.add_option("--model", o.model, "GGUF file"));
  instead(app.add_option("--data", o.data, "multiple-choice data file"));
  instead(app.add_option("--format", o.format, "data format; found by content when left out"));
  instead(app.add_option("--modes", o.modes, "prompt modes, comma-separated")->capture_default_str());
  instead(app.add_option("--permutations", o.permutations, "cyclic, none, reversed, all, random:n, pairs"))
      ->capture_default_str();
  instead(app.add_option("--max-tokens", o.max_tokens, "tokens per answer"))->capture_default_str()->check(kCount);
  instead(app.add_option("--seed", o.seed, "study seed")->capture_default_str());
  instead(app.add_option("--backend", o.backend, "back end of --model")->capture_default_str());
  instead(app.add_option("--ctx", o.n_ctx, "context tokens per sequence")->check(kCount));
  instead(app.add_option("--parallel", o.n_parallel, "sequences decoded together; 0 = chosen"))->check(kCount);
  instead(app.add_option("--gpu-layers", o.gpu_layers, "layers on the GPU")->check(kCount));
  instead(app.add_flag("--fast", o.fast, "fastest mode: answers may depend on batching in near-ties"));
  app.add_option("--limit", o.limit, "items per data set, by seeded rank; 0 = all, or as the study says")
      ->check(kCount);
  app.add_option("--threads", o.n_threads, "threads; 0 = physical cores, or as the study says")->check(kCount);
  app.add_option("--store", o.store, "file the records go to; default: the study's name with .brink");
}

GivenStudy study_of(const StudyOptions& o) {
  if (o.study.empty() && (o.model.empty() || o.data.empty()))
    throw Error(ErrorKind::kUsage, "nothing to run: give a study file, or --model and --data",
                "example: brink run --model model.gguf --data questions.jsonl --modes direct,cot");
  GivenStudy out;
  out.source_text = o.study.empty() ? flags_as_study(o) : read_text(o.study);
  const std::filesystem::path where = o.study.empty() ? "command line" : o.study;
  out.study = read_study(out.source_text, where, backend_names());
  if (o.limit > 0)
    for (DataSpec& data : out.study.data) data.limit = o.limit;
  if (o.n_threads > 0)
    for (ModelSpec& model : out.study.models) model.endpoint.n_threads = o.n_threads;
  if (!o.store.empty()) out.study.store = o.store;
  if (o.study.empty() && o.store.empty()) out.study.store = out.study.name + ".brink";
  return out;
}

}  // namespace brink::cli
