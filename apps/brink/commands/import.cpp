#include "brink/import/import.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../command.h"
#include "../console/store_files.h"
#include "../console/terminal.h"
#include "brink/base/error.h"
#include "brink/extract/rules.h"
#include "brink/pipeline/brink.h"
#include "brink/report/audit_report.h"

namespace brink::cli {
namespace {

struct Options {
  std::string format, store, profile = "robust";
  std::vector<std::string> files, map;
  ImportOptions import;
  bool json = false, no_audit = false;
};

// "text=output,options=A,B,gold=target" as role -> column; a name without a role is one more column of the role before.
void add_columns(const std::string& list, ColumnMap& columns) {
  std::string role;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    const std::string pair = list.substr(from, comma - from);
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos && !role.empty() && !pair.empty()) {
      columns[role] += "," + pair;
      from = comma + 1;
      continue;
    }
    if (equals == 0 || equals == std::string::npos || equals + 1 == pair.size())
      throw Error(ErrorKind::kUsage, "--map: '" + pair + "' is not ROLE=COLUMN",
                  "example: --map text=output,gold=target");
    role = pair.substr(0, equals);
    columns[role] = pair.substr(equals + 1);
    from = comma + 1;
  }
}

std::filesystem::path store_of(const Options& options) {
  if (!options.store.empty()) return options.store;
  return std::filesystem::path(options.files.front()).stem().replace_extension(".brink");
}

Json summary_json(const std::string& file, const ImportSummary& s) {
  return {{"file", file}, {"n_rows", s.n_rows}, {"n_added", s.n_added}, {"n_skipped", s.n_skipped}, {"notes", s.notes}};
}

// A store that an import made and could not fill; closed by now.
void remove_store(const std::filesystem::path& path) {
  std::error_code ignored;
  for (const char* suffix : kStoreFiles) std::filesystem::remove(path.string() + suffix, ignored);
}

void run(Options& options) {
  for (const std::string& list : options.map) add_columns(list, options.import.columns);
  import_format(options.format);  // a wrong name is said before a file is made
  profile(options.profile);
  const std::filesystem::path path = store_of(options);
  Json files = Json::array();
  const bool is_new = !std::filesystem::exists(path);
  try {
    Store store = Store::open(path, Store::Mode::kWrite);
    for (const std::string& file : options.files) {
      const ImportSummary s = import_file(store, file, options.format, options.import);
      files.push_back(summary_json(file, s));
      if (!options.json)
        fmt::print("{}: {} answers, {} new{}\n", file, s.n_rows, s.n_added,
                   s.n_skipped > 0 ? fmt::format(", {} rows passed over", s.n_skipped) : "");
      for (const std::string& note : s.notes)
        if (!options.json) fmt::print("note: {}\n", note);
    }
  } catch (...) {
    if (is_new && files.empty()) remove_store(path);
    throw;
  }
  std::vector<Audit> audits;
  if (!options.no_audit)
    audits = audit(observe(Store::open(path, Store::Mode::kRead), options.profile, {}, Evidence::kOfFollowed));
  if (options.json) {
    Json out{{"store", path.string()}, {"profile", options.profile}, {"files", files}};
    if (!options.no_audit) out["audits"] = audit_json(audits);
    fmt::print("{}\n", out.dump(2));
    return;
  }
  if (!audits.empty()) fmt::print("\n{}", audit_text(audits, report_width()));
  fmt::print("store   {}\n", path.string());
  if (!audits.empty()) fmt::print("look    brink show {}\n", path.string());  // states alone have no texts
  fmt::print("report  brink report {0}\nexport  brink export {0} DIR\n", path.string());
}

void configure(CLI::App& app, int&) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("format", o->format, "kind of log: `brink list imports`")->required();
  app.add_option("files", o->files, "logs, plain or gzip")->required();
  app.add_option("--store", o->store, "file the records go to, new or not; default: the first log's name with .brink");
  app.add_option("--map", o->map, "columns of jsonl and csv, as text=output,gold=target (docs/imports.md)");
  app.add_option("--model", o->import.model, "name of the model; default: the log's, else the file's name");
  app.add_option("--dataset", o->import.dataset, "name of the data set; default: the log's task, else the file's name");
  app.add_option("--mode", o->import.mode, "name of the way of asking; default: imported");
  app.add_option("--n-options", o->import.n_options, "options of items whose options the log does not keep")
      ->check(CLI::Range(2, 26));
  app.add_option("--labels", o->import.labels,
                 "of states: JSON lines or CSV, a line for each row (docs/hidden-states.md)");
  app.add_option("--layers", o->import.layers,
                 "of states: a name for each layer, as 8,16,final; default: the file's names")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--profile", o->profile, "way to read the answers: `brink list readers`")->capture_default_str();
  app.add_flag("--no-audit", o->no_audit, "only keep the answers: `brink report` reads them, and has the audit");
  app.add_flag("--json", o->json, "the audit as JSON, with every answer whose grade changes");
  app.callback([o] { run(*o); });
}

}  // namespace

extern constinit const Command kImport{
    .name = "import",
    .summary = "take another tool's log as a study, and audit what it published",
    .example =
        "brink import lm-eval samples_mmlu_anatomy.jsonl --store anatomy.brink\n"
        "  brink import jsonl log.jsonl --map text=output,gold=target,given=parsed\n"
        "  brink import states X.npy --labels rows.csv --store states.brink",
    .configure = configure,
};

}  // namespace brink::cli
