#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "../command.h"
#include "../console/page_file.h"
#include "../console/styled_text.h"
#include "../console/svg_renderer.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/pipeline/brink.h"
#include "brink/report/audit_report.h"
#include "brink/report/figures.h"
#include "brink/report/json_report.h"
#include "brink/report/notes.h"
#include "brink/report/paper_tables.h"
#include "brink/report/text_report.h"

namespace brink::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string store, by, profile, html, tables, figures, preferred;
  bool json = false, thorough = false, no_html = false;
  int width = 0;
};

const std::map<std::string, TableFormat> kTableFormats{
    {"latex", TableFormat::kLatex}, {"md", TableFormat::kMarkdown}, {"csv", TableFormat::kCsv}};

void write_specification(const fs::path& path, const Json& spec) {
  std::ofstream out(path);
  out << spec.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
  if (!out.flush())
    throw Error(ErrorKind::kInput, path.string() + ": cannot be written",
                "give --figures a folder that can be written");
  fmt::print("{}\n", one_line(path.string()));
}

/// Specifications, and drawings of them where a program of this machine makes them.
void write_figures(const fs::path& folder, const Analysis& analysis) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::vector<Drawing> drawings;
  for (const NamedFigure& figure : figures(analysis.results)) {
    drawings.push_back({folder / (figure.name + ".vl.json"), folder / (figure.name + ".svg")});
    write_specification(drawings.back().specification, figure.spec);
  }
  if (drawings.empty()) return fmt::print(stderr, "No figure has data.\n");
  const auto renderer = find_svg_renderer();
  if (!renderer) return fmt::print(stderr, "No SVG: none of {} is on the path.\n", svg_renderer_names());
  const std::vector<std::string> problems = draw_svg(*renderer, drawings);
  for (std::size_t i = 0; i < drawings.size(); ++i)
    if (problems[i].empty())
      fmt::print("{}\n", one_line(drawings[i].drawing.string()));
    else
      fmt::print(stderr, "brink: warning: {}: {} drew no SVG: {}\n", one_line(drawings[i].specification.string()),
                 renderer->name, one_line(problems[i]));
  fmt::print(stderr, "SVG of {} of {} figures drawn by {}.\n", std::count(problems.begin(), problems.end(), ""),
             problems.size(), renderer->name);
}

bool writes_page(const Options& o) { return !(o.json || o.no_html) && o.tables.empty() && o.figures.empty(); }

void run(const Options& options) {
  const Store store = Store::open(options.store, Store::Mode::kRead);
  const Analysis analysis = analyse(store, {.group_by = options.by,
                                            .profile = options.profile,
                                            .per_item = false,
                                            .thorough = options.thorough,
                                            .preferred = parse_slot_choice(options.preferred),
                                            .evidence = writes_page(options) ? Evidence::kAll : Evidence::kOfFollowed});
  if (!options.figures.empty()) return write_figures(options.figures, analysis);
  if (!options.tables.empty()) {
    fmt::print("{}", inert_lines(to_text(paper_tables(analysis.results), kTableFormats.at(options.tables))));
    return;
  }
  if (options.json) {
    const ItemResults items = [&](bool with_p, const auto& visit) {
      each_item_result(analysis.observations, analysis.seed, with_p, visit);
    };
    auto audits = std::async(std::launch::async | std::launch::deferred,
                             [&] { return audit_json(audit(analysis.observations)); });
    write_json_report(std::cout, analysis.results, items, [&] { return audits.get(); });
    std::cout << '\n';
    return;
  }
  const TextReportOptions text{.width = options.width > 0 ? options.width : report_width(),
                               .group_by = options.by,
                               .warnings = provenance_warnings(store)};
  fmt::print("{}", inert_lines(audit_text(audit(analysis.observations), text.width)));
  const std::string tables = text_report(analysis.observations, analysis.results, text);
  fmt::print("{}", inert_lines(tables));
  if (writes_page(options))
    write_page({.store_path = options.store, .html_path = options.html, .profile = options.profile}, store, analysis,
               tables, text.warnings);
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("store", options->store, "a study's store, as study.brink")->required();
  auto* by = app.add_option("--by", options->by, "further tables with a row per value of this tag, as subject");
  app.add_option("--profile", options->profile, "how to read: paper or robust; default: as each mode's `reader` says");
  app.add_option("--preferred-slot", options->preferred, kSlotChoiceHelp);
  auto* html =
      app.add_option("-o,--html", options->html, "where the page is written; default: STORE's name with .html");
  auto* no_html = app.add_flag("--no-html", options->no_html, "only print the tables");
  auto* json = app.add_flag("--json", options->json, "every result as JSON (docs/results.md); no page");
  no_html->excludes(html);
  std::vector<std::string> formats;
  for (const auto& [name, format] : kTableFormats) formats.push_back(name);
  auto* tables =
      app.add_option("--tables", options->tables, "tables for a paper in place of all else: latex (booktabs), md, csv")
          ->check(CLI::IsMember(formats));
  auto* figures = app.add_option(
      "--figures", options->figures,
      "write the figures into this folder, as Vega-Lite, and as SVG where there is a renderer, in place of all else");
  app.add_flag("--thorough", options->thorough,
               "hidden states by the whole protocol: 1,000 label shuffles, 5 x 5 folds, every target in every layer; "
               "minutes");
  auto* width = app.add_option("--width", options->width, "columns to write in; default: the terminal's")
                    ->check(CLI::Range(40, 1000));
  // Each of the three stands in place of all else, so that nothing is left for the others to change.
  for (auto* alone : {json, tables, figures}) {
    for (auto* other : {json, tables, figures, html, no_html, width})
      if (other != alone) alone->excludes(other);
    if (alone != json) alone->excludes(by);
  }
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
