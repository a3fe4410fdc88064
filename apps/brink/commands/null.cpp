#include "brink/pipeline/null.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "../command.h"
#include "../console/comparison_view.h"
#include "../console/interrupt.h"
#include "../console/progress.h"
#include "../console/study_options.h"
#include "../console/terminal.h"
#include "brink/compare/comparison_json.h"

namespace brink::cli {
namespace {

struct Options {
  StudyOptions study;
  int n_examples = 10;
  bool json = false;
};

void print_json(const NullOutcome& outcome, const std::filesystem::path& store) {
  const RunSummary& s = outcome.summary;
  Json out{{"store", store.string()},
           {"n_made", s.n_made},
           {"n_failed", s.n_failed},
           {"n_found", s.n_found},
           {"n_items_not_run", outcome.n_items_not_run},
           {"stopped", s.stopped},
           {"warnings", outcome.warnings}};
  out.update(comparison_json(outcome.comparisons, {}));
  fmt::print("{}\n", out.dump(2));
}

void print_text(const NullOutcome& outcome) {
  for (const Comparison& c : outcome.comparisons) fmt::print("{}\n", view_repeat(c, report_width()));
  if (outcome.n_items_not_run > 0)
    fmt::print("{} items left out: the study has not asked all their orders yet\n", outcome.n_items_not_run);
  const RunSummary& s = outcome.summary;
  fmt::print("{} records made now, {} found{}\n", s.n_made, s.n_found,
             s.stopped ? "; stopped before the end: the same command goes on" : "");
}

int run(const Options& o) {
  const auto [study, source_text] = study_of(o.study);
  NullOutcome outcome;
  {
    const InterruptGuard interrupts;
    ProgressPrinter progress;
    outcome = null_study(study, {.limit = o.study.limit, .n_examples = o.n_examples}, interrupts.token(),
                         [&](const Progress& p) { progress(p); });
  }
  if (o.json)
    print_json(outcome, study.store);
  else
    print_text(outcome);
  if (outcome.summary.stopped) return 1;
  return outcome.summary.n_failed + outcome.summary.n_failed_found > 0 ? 3 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  add_study_options(app, o->study);
  app.add_option("--examples", o->n_examples, "pairs of texts shown")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--json", o->json, "print JSON (docs/compare.md)");
  app.callback([o, &exit_status] { exit_status = run(*o); });
}

}  // namespace

extern constinit const Command kNull{
    .name = "null",
    .summary = "ask a study's questions again: what a repeat alone changes",
    .example = "brink null study.toml --limit 20",
    .configure = configure,
};

}  // namespace brink::cli
