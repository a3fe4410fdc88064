#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../command.h"
#include "brink/base/json.h"
#include "brink/compare/assertion.h"
#include "brink/metrics/result_json.h"
#include "brink/pipeline/brink.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, by, preferred;
  std::vector<std::string> assertions;
  bool json = false;
};

/// "m quiz direct", and what narrows it further.
std::string name_of(const Result& r) {
  std::string out = r.group.at("model") + " " + r.group.at("dataset") + " " + r.group.at("mode");
  if (r.group.at("treatment") != "none") out += " " + r.group.at("treatment");
  for (const auto& [key, value] : r.group) {
    const bool told = key == "model" || key == "dataset" || key == "mode" || key == "treatment";
    if (!told && value != kAllItems) out += fmt::format(" {}={}", key, value);
  }
  return out;
}

void print_row(const Assertion& assertion, const AssertionRow& row) {
  const std::string value = row.value ? fmt::format("{:.6g}", *row.value) : fmt::format("n/a ({})", row.reason);
  fmt::print("{}  {}  {}: {}\n", row.holds ? "ok  " : "FAIL", assertion.text, name_of(*row.result), value);
}

Json to_json(const Assertion& assertion, const AssertionRow& row) {
  return {{"assertion", assertion.text},
          {"holds", row.holds},
          {"value", row.value ? Json(*row.value) : Json(nullptr)},
          {"reason", row.reason},
          {"result", result_json(*row.result)}};
}

int run(const Options& o) {
  std::vector<Assertion> assertions;
  for (const std::string& text : o.assertions) assertions.push_back(parse_assertion(text));
  const Store store = Store::open(o.store, Store::Mode::kRead);
  const Analysis analysis = analyse(
      store, {.group_by = o.by, .preferred = parse_slot_choice(o.preferred), .evidence = Evidence::kOfFollowed});
  int n = 0, n_failed = 0;
  Json rows = Json::array();
  for (const Assertion& assertion : assertions)
    for (const AssertionRow& row : check_assertion(assertion, analysis.results)) {
      ++n;
      n_failed += row.holds ? 0 : 1;
      if (o.json)
        rows.push_back(to_json(assertion, row));
      else
        print_row(assertion, row);
    }
  if (o.json)
    fmt::print("{}\n", Json{{"n", n}, {"n_failed", n_failed}, {"rows", std::move(rows)}}.dump(2));
  else if (n_failed > 0)
    fmt::print("{} of {} do not hold\n", n_failed, n);
  return n_failed > 0 ? 1 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("store", o->store, "a study's store, as study.brink")->required();
  app.add_option("assertions", o->assertions,
                 "METRIC[_low|_high|_null|_p] > | >= | < | <= | == | != NUMBER [where KEY=VALUE ...], each in quotes; "
                 "every configuration must keep it unless `where` narrows")
      ->required();
  app.add_option("--by", o->by, "every value of this tag must keep them too, as subject");
  app.add_option("--preferred-slot", o->preferred, kSlotChoiceHelp);
  app.add_flag("--json", o->json, "print JSON");
  app.callback([o, &exit_status] { exit_status = run(*o); });
}

}  // namespace

extern constinit const Command kAssert{
    .name = "assert",
    .summary = "check that results keep bounds: exit status 0 or 1, for CI",
    .example = "brink assert study.brink \"pull_p > .01\" \"flip_rate < .1\" \"accuracy >= .5 where mode=cot\"",
    .configure = configure,
};

}  // namespace brink::cli
