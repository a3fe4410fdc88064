#include "brink/export/export.h"

#include <fmt/core.h>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../command.h"
#include "brink/base/json.h"
#include "brink/export/states.h"
#include "brink/pipeline/brink.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, directory, by, profile, preferred, format = "npy";
  bool force = false, json = false;
};

void run(const Options& options) {
  const Store store = Store::open(options.store, Store::Mode::kRead);
  const Analysis analysis = analyse(
      store, {.group_by = options.by, .profile = options.profile, .preferred = parse_slot_choice(options.preferred)});
  Json files = Json::array();
  for (const auto& file :
       export_study(analysis.observations, analysis.results, texts_of(store), options.directory, options.force)) {
    files.push_back(file.string());
    if (!options.json) fmt::print("{}\n", file.string());
  }
  if (options.json) fmt::print("{}\n", Json{{"files", std::move(files)}}.dump(2));
}

void run_states(const Options& options) {
  const Store store = Store::open(options.store, Store::Mode::kRead);
  Json files = Json::array();
  for (const auto& file :
       export_states(observe(store, options.profile), store, options.format, options.directory, options.force)) {
    files.push_back(file.string());
    if (!options.json) fmt::print("{}\n", file.string());
  }
  if (options.json) fmt::print("{}\n", Json{{"files", std::move(files)}}.dump(2));
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("store", options.store, "a study's store, as study.brink");
  app.add_option("directory", options.directory, "where the files go: new or empty");
  app.add_option("--profile", options.profile, "how to read: paper or robust; default: as each mode's `reader` says");
  app.add_flag("--force", options.force, "write into a directory that is not empty, replacing an earlier export");
  app.add_flag("--json", options.json, "print the files' names as JSON");
}

// Positionals of a command are not needed where its subcommand is used, so they are checked here.
void require(const Options& options) {
  if (options.store.empty()) throw CLI::RequiredError("store");
  if (options.directory.empty()) throw CLI::RequiredError("directory");
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  add_options(app, *options);
  app.add_option("--by", options->by, "results for every value of this tag too, as subject");
  app.add_option("--preferred-slot", options->preferred, kSlotChoiceHelp);
  CLI::App* states = app.add_subcommand("states", "hidden states as .npy or .safetensors, with an index of their rows");
  const auto of_states = std::make_shared<Options>();
  add_options(*states, *of_states);
  states->add_option("--format", of_states->format, "kind of file")
      ->capture_default_str()
      ->check(CLI::IsMember(state_formats()));
  states->callback([of_states] {
    require(*of_states);
    run_states(*of_states);
  });
  app.callback([options, states] {
    if (states->parsed()) return;
    require(*options);
    run(*options);
  });
}

}  // namespace

extern constinit const Command kExport{
    .name = "export",
    .summary = "write records, mentions, items and results as CSV and JSON lines, with a schema",
    .example = "brink export study.brink tables/\n  brink export states study.brink states/",
    .configure = configure,
};

}  // namespace brink::cli
