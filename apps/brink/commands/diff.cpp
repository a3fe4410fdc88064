#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../command.h"
#include "../console/comparison_output.h"
#include "brink/base/error.h"

namespace brink::cli {
namespace {

struct Options {
  std::string a, b;
  std::vector<std::string> models;
  ComparisonOutput output{.n_examples = 10};
};

std::pair<std::string, std::string> parse_pair(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == text.npos || at == 0 || at + 1 == text.size())
    throw Error(ErrorKind::kUsage, "--models: '" + text + "' does not name two models", "write it as old=new");
  return {text.substr(0, at), text.substr(at + 1)};
}

void run(const Options& o) {
  ComparisonOptions options{.models = {}, .n_examples = o.output.n_examples};
  for (const std::string& text : o.models) options.models.push_back(parse_pair(text));
  if (o.b.empty() && options.models.empty())
    throw Error(ErrorKind::kUsage, "nothing to compare " + o.a + " with",
                "give a second store, or two models of this one: --models old=new");
  const Store a = Store::open(o.a, Store::Mode::kRead);
  std::optional<Store> other;
  if (!o.b.empty()) other = Store::open(o.b, Store::Mode::kRead);
  const StoreComparison found = compare_stores(a, other ? *other : a, options);
  print(found, o.output, false);
  if (found.comparisons.empty() && !o.output.json)
    fmt::print("nothing to compare: no data set and mode on both sides\n");
}

void configure(CLI::App& app, int&) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("A", o->a, "a store, as before.brink")->required();
  app.add_option("B", o->b, "another store; without it two models of A are compared");
  app.add_option("--models", o->models, "models to compare, as old=new; default: those of equal name")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_options(app, o->output);
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
