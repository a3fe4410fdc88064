#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../command.h"
#include "../console/comparison_view.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/compare/comparison_json.h"

namespace brink::cli {
namespace {

struct Options {
  std::string a, b;
  std::vector<std::string> models;
  int n_examples = 10, width = 0;
  bool json = false;
};

std::pair<std::string, std::string> parse_pair(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == text.npos || at == 0 || at + 1 == text.size())
    throw Error(ErrorKind::kUsage, "--models: '" + text + "' does not name two models", "write it as old=new");
  return {text.substr(0, at), text.substr(at + 1)};
}

void run(const Options& o) {
  ComparisonOptions options{.models = {}, .n_examples = o.n_examples};
  for (const std::string& text : o.models) options.models.push_back(parse_pair(text));
  if (o.b.empty() && options.models.empty())
    throw Error(ErrorKind::kUsage, "nothing to compare " + o.a + " with",
                "give a second store, or two models of this one: --models old=new");
  const Store a = Store::open(o.a, Store::Mode::kRead);
  std::optional<Store> other;
  if (!o.b.empty()) other = Store::open(o.b, Store::Mode::kRead);
  const StoreComparison found = compare_stores(a, other ? *other : a, options);
  if (o.json) {
    fmt::print("{}\n", comparison_json(found.comparisons, found.alone).dump(2));
    return;
  }
  const int width = o.width > 0 ? o.width : report_width();
  for (const Comparison& c : found.comparisons) fmt::print("{}\n", view_comparison(c, width));
  for (const std::string& line : found.alone) fmt::print("{}\n", line);
  if (found.comparisons.empty()) fmt::print("nothing to compare: no data set and mode on both sides\n");
}

void configure(CLI::App& app, int&) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("A", o->a, "a store, as before.brink")->required();
  app.add_option("B", o->b, "another store; without it two models of A are compared");
  app.add_option("--models", o->models, "models to compare, as old=new; default: those of equal name")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--examples", o->n_examples, "pairs of texts shown")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--width", o->width, "columns to write in; default: the terminal's")->check(CLI::Range(40, 1000));
  app.add_flag("--json", o->json, "print JSON (docs/compare.md)");
  app.callback([o] { run(*o); });
}

}  // namespace

extern constinit const Command kDiff{
    .name = "diff",
    .summary = "compare two runs, or two models of one: paired differences, where texts part",
    .example = "brink diff before.brink after.brink\n  brink diff study.brink --models small=large",
    .configure = configure,
};

}  // namespace brink::cli
