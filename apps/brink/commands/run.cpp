#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "../command.h"
#include "../console/interrupt.h"
#include "../console/page_file.h"
#include "../console/progress.h"
#include "../console/study_options.h"
#include "../console/styled_text.h"
#include "../console/terminal.h"
#include "brink/base/json.h"
#include "brink/pipeline/brink.h"
#include "brink/report/json_report.h"
#include "brink/report/notes.h"
#include "brink/report/text_report.h"

namespace brink::cli {
namespace {

struct Options {
  StudyOptions study;
  bool retry_failed = false, yes = false, json = false, report = false;
};

/// Failures that the store has of this study, whichever run made them.
int n_failed(const RunSummary& s) { return s.n_failed + s.n_failed_found; }
int n_failed_follow_ups(const RunSummary& s) { return s.n_failed_follow_ups + s.n_failed_follow_ups_found; }
bool has_failures(const RunSummary& s) { return n_failed(s) + n_failed_follow_ups(s) > 0; }

void print_json(const StudyOutcome& outcome, const std::filesystem::path& path, const Store& store,
                const Analysis& analysis) {
  const RunSummary& s = outcome.summary;
  std::vector<std::string> warnings = outcome.warnings;
  for (std::string& w : provenance_warnings(store)) warnings.push_back(std::move(w));
  Json out{{"store", path.string()},
           {"n_made", s.n_made},
           {"n_failed", s.n_failed},
           {"n_found", s.n_found},
           {"n_failed_found", s.n_failed_found},
           {"n_follow_ups", s.n_follow_ups},
           {"n_failed_follow_ups", s.n_failed_follow_ups},
           {"n_follow_ups_found", s.n_follow_ups_found},
           {"n_failed_follow_ups_found", s.n_failed_follow_ups_found},
           {"n_prefilled", s.n_prefilled},
           {"n_shared", s.n_shared},
           {"n_generated", s.n_generated},
           {"stopped", s.stopped},
           {"wall_s", s.wall_s},
           {"plan_s", s.plan_s},
           {"store_s", s.store_s},
           {"read_s", s.read_s},
           {"warnings", warnings}};
  out.update(json_report(analysis.results));
  fmt::print("{}\n", out.dump(2));
}

void print_end(const StudyOutcome& outcome, const std::filesystem::path& path) {
  const RunSummary& s = outcome.summary;
  if (s.n_made == 0 && s.n_follow_ups == 0 && !s.stopped) fmt::print("nothing to do: every request has a record\n");
  fmt::print("{} records made now, {} found{}{}\n", s.n_made, s.n_found,
             s.n_follow_ups > 0 ? fmt::format(", {} follow-ups made", s.n_follow_ups) : "",
             s.stopped ? "; stopped before the end: the same command goes on" : "");
  if (has_failures(s))
    fmt::print("{} failed{}: --retry-failed asks them again\n", n_failed(s),
               n_failed_follow_ups(s) > 0 ? fmt::format(", and {} follow-ups", n_failed_follow_ups(s)) : "");
  const std::string name = one_line(path.string());
  fmt::print("store   {0}\nlook    brink show {0}\nreport  brink report {0}\nexport  brink export {0} DIR\n", name);
}

void print_text(const StudyOutcome& outcome, const std::filesystem::path& path, const Store& store,
                const Analysis& analysis, bool with_page) {
  const TextReportOptions report{.width = report_width(), .group_by = {}, .warnings = provenance_warnings(store)};
  const std::string tables = text_report(analysis.observations, analysis.results, report);
  fmt::print("\n{}\n", inert_lines(tables));
  print_end(outcome, path);
  if (with_page) write_page({.store_path = path.string()}, store, analysis, tables, report.warnings);
}

int run_command(const Options& o) {
  const auto [study, source_text] = study_of(o.study);
  RunOptions options{.retry_failed = o.retry_failed, .source_text = source_text};
  if (o.yes) options.most_state_bytes = std::numeric_limits<double>::infinity();
  StudyOutcome outcome;
  {
    const InterruptGuard interrupts;
    ProgressPrinter progress;
    LivePage page(study.store);
    outcome = run_study(study, options, interrupts.token(), [&](const Progress& p) {
      progress(p);
      if (o.report) page.refresh();
    });
  }
  for (const std::string& warning : outcome.warnings) fmt::print(stderr, "brink: warning: {}\n", inert_lines(warning));
  if (outcome.summary.stopped && !o.json) {  // who stops a run does not wait for its tables
    print_end(outcome, study.store);
    return 1;
  }
  const Store store = Store::open(study.store, Store::Mode::kRead);
  const Analysis analysis = analyse(store, {.per_item = o.json});
  if (o.json)
    print_json(outcome, study.store, store, analysis);
  else
    print_text(outcome, study.store, store, analysis, o.report);
  if (outcome.summary.stopped) return 1;
  return has_failures(outcome.summary) ? 3 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  // Shared: the options outlive this function inside the callback that CLI11 keeps.
  auto o = std::make_shared<Options>();
  add_study_options(app, o->study);
  auto* json = app.add_flag("--json", o->json, "print the summary and all results as JSON");
  app.add_flag("--report", o->report, "keep the page of `brink report` up to date while it runs")->excludes(json);
  app.add_flag("--retry-failed", o->retry_failed, "ask again for what failed before");
  app.add_flag("--yes", o->yes, "keep hidden states of more than 8 GiB");
  app.callback([o, &exit_status] { exit_status = run_command(*o); });
}

}  // namespace

extern constinit const Command kRun{
    .name = "run",
    .summary = "run or resume a study; Ctrl-C is safe",
    .example =
        "brink run study.toml\n  brink run --model model.gguf --data questions.jsonl --modes direct,cot --limit 100",
    .configure = configure,
};

}  // namespace brink::cli
