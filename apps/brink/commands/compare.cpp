#include <fmt/core.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../command.h"
#include "../console/comparison_output.h"
#include "../console/comparison_view.h"
#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store_a, store_b;
  std::vector<std::string> a, b;
  ComparisonOutput output;
};

struct Key {
  const char* name;
  std::string Choice::*value;
};
constexpr std::array kKeys{Key{"model", &Choice::model}, Key{"dataset", &Choice::dataset}, Key{"mode", &Choice::mode},
                           Key{"treatment", &Choice::treatment}};

Choice parse_choice(const std::vector<std::string>& pairs, const std::string& option) {
  Choice out;
  for (const std::string& text : pairs) {
    const std::size_t at = text.find('=');
    if (at == text.npos || at + 1 == text.size())
      throw Error(ErrorKind::kUsage, option + ": '" + text + "' gives no value", "write it as mode=cot,model=small");
    const std::string name = text.substr(0, at);
    std::vector<std::string> names;
    for (const Key& key : kKeys) names.emplace_back(key.name);
    const auto key = std::ranges::find(kKeys, name, [](const Key& k) { return std::string(k.name); });
    if (key == kKeys.end()) {
      const std::string near = closest(name, names);
      throw Error(ErrorKind::kUsage, option + ": there is no key '" + name + "'",
                  near.empty() ? "keys: model, dataset, mode, treatment" : "did you mean '" + near + "'?");
    }
    if (!(out.*key->value).empty())
      throw Error(ErrorKind::kUsage, option + ": the key '" + name + "' is given twice", "give one value for each key");
    out.*key->value = text.substr(at + 1);
  }
  return out;
}

void run(const Options& o) {
  const Choice of_a = parse_choice(o.a, "--a"), of_b = parse_choice(o.b, "--b");
  const Store a = Store::open(o.store_a, Store::Mode::kRead);
  if (o.store_b.empty() && o.a.empty() && o.b.empty()) {
    const std::vector<Comparison> all = compare_all(a);
    if (all.empty())
      throw Error(ErrorKind::kUsage, "nothing to compare in " + o.store_a + ": one model in one mode",
                  "give a second store, or a study with several models or modes");
    if (o.output.json) return print({all, {}}, o.output, true);
    return fmt::print("{}", view_pairs(all, o.output.columns()));
  }
  std::optional<Store> other;
  if (!o.store_b.empty()) other = Store::open(o.store_b, Store::Mode::kRead);
  print(compare_configurations(a, of_a, other ? *other : a, of_b, o.output.n_examples), o.output, true);
}

void configure(CLI::App& app, int&) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("A", o->store_a, "a store, as study.brink")->required();
  app.add_option("B", o->store_b, "another store; without it both sides are of A");
  app.add_option("--a", o->a, "what to take of A: model, dataset, mode or treatment, as mode=cot,model=small")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--b", o->b, "the other side: of B, or of A too; keys that are not given on both sides are equal")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_options(app, o->output);
  app.callback([o] { run(*o); });
}

}  // namespace

extern constinit const Command kCompare{
    .name = "compare",
    .summary = "compare modes, models or treatments, paired: PBS, accuracy, length; p adjusted",
    .example = "brink compare study.brink\n  brink compare study.brink --a mode=reasoning --b mode=direct",
    .configure = configure,
};

}  // namespace brink::cli
