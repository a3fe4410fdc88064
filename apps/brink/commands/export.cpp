#include "brink/export/export.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../command.h"
#include "brink/base/json.h"
#include "brink/pipeline/brink.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, directory, by;
  bool force = false, json = false;
};

void run(const Options& options) {
  const Store store = Store::open(options.store, Store::Mode::kRead);
  const Analysis analysis = analyse(store, options.by);
  Json files = Json::array();
  for (const auto& file :
       export_study(analysis.observations, analysis.results, texts_of(store), options.directory, options.force)) {
    files.push_back(file.string());
    if (!options.json) fmt::print("{}\n", file.string());
  }
  if (options.json) fmt::print("{}\n", Json{{"files", std::move(files)}}.dump(2));
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("store", options->store, "a study's store, as study.brink")->required();
  app.add_option("directory", options->directory, "where the files go: new or empty")->required();
  app.add_option("--by", options->by, "results for every value of this tag too, as subject");
  app.add_flag("--force", options->force, "write into a directory that is not empty, replacing an earlier export");
  app.add_flag("--json", options->json, "print the files' names as JSON");
  app.callback([options] { run(*options); });
}

}  // namespace

extern constinit const Command kExport{
    .name = "export",
    .summary = "write records, mentions, items and results as CSV and JSON lines, with a schema",
    .example = "brink export study.brink tables/",
    .configure = configure,
};

}  // namespace brink::cli
