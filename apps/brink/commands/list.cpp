#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "../command.h"
#include "brink/backends/backends.h"
#include "brink/base/json.h"
#include "brink/dataset/format.h"
#include "brink/dataset/generate.h"
#include "brink/extract/rules.h"
#include "brink/import/format.h"
#include "brink/metrics/metric.h"
#include "brink/prompt/mode.h"
#include "brink/stats/named/named.h"
#include "brink/treat/treatment.h"

namespace brink::cli {
namespace {

struct Entry {
  std::string_view name, summary;
};

template <class Row>
std::vector<Entry> entries(std::span<const Row* const> rows) {
  std::vector<Entry> out;
  for (const Row* row : rows) out.push_back({row->name, row->summary});
  return out;
}

/// What can be named in a study file or on the command line, by kind.
struct Kind {
  std::string_view name, summary;
  std::vector<Entry> (*rows)();
};

const std::array kKinds{
    Kind{"modes", "ways of asking", [] { return entries(mode_presets()); }},
    Kind{"formats", "data files", [] { return entries(data_formats()); }},
    Kind{"imports", "logs of other tools", [] { return entries(import_formats()); }},
    Kind{"generators", "data sets without a file, as controls", [] { return entries(generators()); }},
    Kind{"treatments", "what is done to recorded answers", [] { return entries(treatments()); }},
    Kind{"metrics", "numbers of a report", [] { return entries(metrics()); }},
    Kind{"stats", "statistics of `brink stat`", [] { return entries(stats::named_statistics()); }},
    Kind{"backends", "ways to reach a model", [] { return entries(backend_kinds()); }},
    Kind{"readers", "ways to read an answer", [] { return entries(profiles()); }},
};

void print(const Kind& kind) {
  const std::vector<Entry> rows = kind.rows();
  std::size_t width = 0;
  for (const Entry& row : rows) width = std::max(width, row.name.size());
  fmt::print("{}: {}\n", kind.name, kind.summary);
  for (const Entry& row : rows) fmt::print("  {:<{}}  {}\n", row.name, width, row.summary);
}

Json to_json(const Kind& kind) {
  Json rows = Json::array();
  for (const Entry& row : kind.rows()) rows.push_back({{"name", row.name}, {"summary", row.summary}});
  return rows;
}

struct Options {
  std::string kind;
  bool markdown = false, json = false;
};

void list(const Options& options) {
  Json all;
  bool first = true;
  for (const Kind& kind : kKinds) {
    if (!options.kind.empty() && options.kind != kind.name) continue;
    if (options.json) {
      all[std::string(kind.name)] = to_json(kind);
      continue;
    }
    if (!first) fmt::print("\n");
    first = false;
    print(kind);
  }
  if (options.json) fmt::print("{}\n", all.dump(2));
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  app.add_option("kind", options->kind,
                 "modes, formats, imports, generators, treatments, metrics, stats, backends or readers; default: all")
      ->check(CLI::IsMember(names));
  app.add_flag("--json", options->json, "print JSON");
  app.add_flag("--markdown", options->markdown, "metrics as the page docs/metrics.md");
  app.callback([options] {
    if (options->markdown) {
      if (options->kind != "metrics") throw CLI::ValidationError("--markdown", "is for `brink list metrics`");
      fmt::print("{}", metrics_markdown());
      return;
    }
    list(*options);
  });
}

}  // namespace

extern constinit const Command kList{
    .name = "list",
    .summary = "print what can be named: modes, formats, generators, metrics, stats, backends, readers",
    .example = "brink list metrics",
    .configure = configure,
};

}  // namespace brink::cli
