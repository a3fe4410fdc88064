#include "brink/backends/llama/selftest.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "../command.h"
#include "brink/base/json.h"

namespace brink::cli {
namespace {

using llama::Drift;
using llama::SelftestReport;
using llama::SelftestRow;

constexpr int kContext = 1024;  // tokens of a sequence: more than any prompt of the test needs

struct Options {
  EndpointSpec endpoint;
  std::string against;
  bool fast = false, json = false;
};

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

Json to_json(const Options& o, const SelftestReport& report) {
  Json rows = Json::array(), drift = Json::array();
  for (const SelftestRow& row : report.rows)
    rows.push_back({{"what", row.what},
                    {"n", row.n},
                    {"n_different", row.n_different},
                    {"lowest_cosine", row.cosine},
                    {"at_least", row.least ? Json(*row.least) : Json()},
                    {"ok", row.ok()},
                    {"note", row.note}});
  for (const Drift& d : report.drift)
    drift.push_back({{"site", site_name(d.site)},
                     {"cosine", d.cosine},
                     {"lowest_cosine", d.cosine_low},
                     {"relative_norm", d.norm}});
  return {{"model", file_name(o.endpoint.path)},
          {"bitwise", report.bitwise},
          {"ok", report.ok()},
          {"rows", std::move(rows)},
          {"against", o.against.empty() ? Json() : Json(file_name(o.against))},
          {"drift", std::move(drift)}};
}

void print_table(const Options& o, const SelftestReport& report) {
  fmt::print("{}: {}\n\n", file_name(o.endpoint.path),
             report.bitwise ? "answers and states are to be the same bits whatever the batching"
                            : "answers may depend on the batching; states are to keep their direction");
  constexpr auto kLine = "{:<38} {:>5} {:>10} {:>10} {:>10}  {:<4} {}\n";
  fmt::print(kLine, "what", "n", "different", "cosine", "at least", "", "");
  for (const SelftestRow& row : report.rows)
    fmt::print(kLine, row.what, row.n, row.least ? "-" : std::to_string(row.n_different),
               fmt::format("{:.6f}", row.cosine), row.least ? fmt::format("{:.4g}", *row.least) : "same bits",
               row.n == 0 ? "-"
               : row.ok() ? "ok"
                          : "BAD",
               row.note);
  if (report.drift.empty()) return;
  fmt::print("\nagainst {}: states at the last token of the prompts\n\n", file_name(o.against));
  constexpr auto kDrift = "{:<16} {:>10} {:>10} {:>10}\n";
  fmt::print(kDrift, "site", "cosine", "lowest", "norm");
  for (const Drift& d : report.drift)
    fmt::print(kDrift, site_name(d.site), fmt::format("{:.6f}", d.cosine), fmt::format("{:.6f}", d.cosine_low),
               fmt::format("{:.4f}", d.norm));
}

void configure(CLI::App& app, int& exit_status) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  o->endpoint.n_ctx = kContext;
  app.add_option("MODEL", o->endpoint.path, "GGUF file")->required();
  app.add_option("--against", o->against, "another GGUF file of the same model: how far its states drift, by layer");
  app.add_option("--threads", o->endpoint.n_threads, "threads; 0 = physical cores")->check(CLI::NonNegativeNumber);
  app.add_option("--parallel", o->endpoint.n_parallel, "sequences decoded together; 0 = chosen")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--gpu-layers", o->endpoint.gpu_layers, "layers on the GPU")->check(CLI::NonNegativeNumber);
  app.add_flag("--fast", o->fast, "test the fastest mode, which does not promise the same bits");
  app.add_flag("--json", o->json, "print JSON");
  app.callback([o, &exit_status] {
    o->endpoint.deterministic = !o->fast;
    const SelftestReport report = llama::selftest(o->endpoint, o->against);
    if (o->json)
      fmt::print("{}\n", to_json(*o, report).dump(2));
    else
      print_table(*o, report);
    exit_status = report.ok() ? 0 : 1;
  });
}

}  // namespace

extern constinit const Command kSelftest{
    .name = "selftest",
    .summary = "whether answers and hidden states of a model are what they should be on this machine",
    .example = "brink selftest model.gguf --against model-q4.gguf",
    .configure = configure,
};

}  // namespace brink::cli
