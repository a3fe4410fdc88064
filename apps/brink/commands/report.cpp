#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../command.h"
#include "../console/page_file.h"
#include "../console/styled_text.h"
#include "../console/terminal.h"
#include "brink/pipeline/brink.h"
#include "brink/report/audit_report.h"
#include "brink/report/json_report.h"
#include "brink/report/notes.h"
#include "brink/report/text_report.h"

namespace brink::cli {
namespace {

struct Options {
  std::string store, by, profile, html;
  bool json = false, no_html = false;
  int width = 0;
};

void run(const Options& options) {
  const Store store = Store::open(options.store, Store::Mode::kRead);
  const Analysis analysis = analyse(store, options.by, options.profile, options.json);
  if (options.json) {
    Json out = json_report(analysis.results);
    if (const auto audits = audit(analysis.observations); !audits.empty()) out["audits"] = audit_json(audits);
    fmt::print("{}\n", out.dump(2));
    return;
  }
  const TextReportOptions text{.width = options.width > 0 ? options.width : report_width(),
                               .group_by = options.by,
                               .warnings = provenance_warnings(store)};
  fmt::print("{}", inert_lines(audit_text(audit(analysis.observations), text.width)));
  const std::string tables = text_report(analysis.observations, analysis.results, text);
  fmt::print("{}", inert_lines(tables));
  if (!options.no_html)
    write_page({.store_path = options.store, .html_path = options.html, .profile = options.profile}, store, analysis,
               tables, text.warnings);
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("store", options->store, "a study's store, as study.brink")->required();
  app.add_option("--by", options->by, "further tables with a row per value of this tag, as subject");
  app.add_option("--profile", options->profile, "how to read: paper or robust; default: as each mode's `reader` says");
  auto* html =
      app.add_option("-o,--html", options->html, "where the page is written; default: STORE's name with .html");
  auto* no_html = app.add_flag("--no-html", options->no_html, "only print the tables");
  app.add_flag("--json", options->json, "every result as JSON (docs/results.md); no page")->excludes(html);
  no_html->excludes(html);
  app.add_option("--width", options->width, "columns to write in; default: the terminal's")
      ->check(CLI::Range(40, 1000));
  app.callback([options] { run(*options); });
}

}  // namespace

extern constinit const Command kReport{
    .name = "report",
    .summary = "what a study found, as tables and as one HTML file with figures and every answer",
    .example = "brink report study.brink --by subject",
    .configure = configure,
};

}  // namespace brink::cli
