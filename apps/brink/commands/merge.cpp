#include "brink/store/merge.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../command.h"
#include "../console/styled_text.h"
#include "brink/base/json.h"

namespace brink::cli {
namespace {

struct Options {
  std::string out;
  std::vector<std::string> stores;
  bool json = false;
};

void print_text(const std::string& store, const MergeSummary& s) {
  fmt::print("{}: {} records: {} added, {} equal to one that was there", store, s.n_records, s.n_added, s.n_equal);
  if (s.n_replaced > 0) fmt::print(", {} in place of a failure", s.n_replaced);
  fmt::print(", {} conflicts\n", s.conflicts.size());
  for (const std::string& note : s.notes) fmt::print("  note: {}\n", note);
  for (const MergeConflict& c : s.conflicts) fmt::print("  {}: {}\n", c.record.hex(), one_line(c.what));
}

Json to_json(const std::string& store, const MergeSummary& s) {
  Json conflicts = Json::array();
  for (const MergeConflict& c : s.conflicts) conflicts.push_back({{"record", c.record.hex()}, {"what", c.what}});
  return {{"store", store},       {"n_records", s.n_records},   {"n_added", s.n_added},
          {"n_equal", s.n_equal}, {"n_replaced", s.n_replaced}, {"conflicts", std::move(conflicts)},
          {"notes", s.notes}};
}

int run(const Options& o) {
  const std::vector<MergeSummary> merged = merge_files(o.out, o.stores);
  const int n_records = Store::open(o.out, Store::Mode::kRead).n_records();
  std::size_t n_conflicts = 0;
  Json all = Json::array();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    n_conflicts += merged[i].conflicts.size();
    if (o.json)
      all.push_back(to_json(o.stores[i], merged[i]));
    else
      print_text(o.stores[i], merged[i]);
  }
  if (o.json)
    fmt::print("{}\n", Json{{"store", o.out}, {"n_records", n_records}, {"merged", std::move(all)}}.dump(2));
  else
    fmt::print("{}: {} records\n", o.out, n_records);
  return n_conflicts > 0 ? 3 : 0;
}

void configure(CLI::App& app, int& exit_status) {
  const auto o = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("OUT", o->out, "store to merge into; made when there is none")->required();
  app.add_option("STORES", o->stores, "stores to read, as those of several machines")->required();
  app.add_flag("--json", o->json, "print JSON");
  app.callback([o, &exit_status] { exit_status = run(*o); });
}

}  // namespace

extern constinit const Command kMerge{
    .name = "merge",
    .summary = "join stores by request id; different answers to one request are reported, never merged",
    .example = "brink merge all.brink machine1.brink machine2.brink",
    .configure = configure,
};

}  // namespace brink::cli
