#include "brink/pipeline/check.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "../command.h"
#include "../console/check_view.h"
#include "../console/study_options.h"
#include "../console/terminal.h"
#include "brink/pipeline/check_json.h"
#include "brink/report/format.h"

namespace brink::cli {
namespace {

struct Options {
  StudyOptions study;
  bool no_probe = false, json = false;
};

int run(const Options& o) {
  const Study study = study_of(o.study).study;
  if (isatty(STDERR_FILENO) == 1)  // nothing else is seen until all is done
    fmt::print(stderr, "loading {}, reading prompts{}{} ...\n", count_text(std::ssize(study.models), "model"),
               study.states.points.empty() ? "" : ", trying their hidden states",
               o.no_probe ? "" : ", asking for some answers");
  const StudyCheck check = check_study(study, {.probe = !o.no_probe});
  if (o.json)
    fmt::print("{}\n", check_json(check).dump(2));
  else
    fmt::print("{}", view_check(check, report_width()));
  const bool would_fail =
      std::ranges::any_of(check.configurations, [](const ConfigurationCheck& c) { return !c.prompt.failure.empty(); });
  return would_fail ? 3 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  add_study_options(app, o->study);
  app.add_flag("--no-probe", o->no_probe, "ask for no answers: the prompts are evaluated, times are not estimated");
  app.add_flag("--json", o->json, "print JSON (docs/check.md)");
  app.callback([o, &exit_status] { exit_status = run(*o); });
}

}  // namespace

extern constinit const Command kCheck{
    .name = "check",
    .summary = "look at data, prompts, cost and power before a study runs; writes nothing",
    .example = "brink check study.toml\n  brink check --model model.gguf --data questions.jsonl --limit 100 --no-probe",
    .configure = configure,
};

}  // namespace brink::cli
