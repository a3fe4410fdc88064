#include "brink/report/text_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "brink/extract/states.h"
#include "brink/report/format.h"
#include "brink/report/notes.h"
#include "brink/report/section.h"
#include "brink/report/table.h"
#include "brink/report/verdict.h"

namespace brink {
namespace {

/// One row of the tables: a configuration, or one of its groups.
struct RowContext {
  std::span<const Result> results;
  const Verdict* verdict;

  const Result* find(std::string_view metric, const GroupValues& further = {}) const {
    GroupValues keys = verdict->more;
    keys.insert(further.begin(), further.end());
    return find_result(results, verdict->configuration, metric, keys);
  }
};

std::string value_of(const Result* r, std::string (*text)(std::optional<double>)) { return r ? text(r->value) : "n/a"; }
std::string number(const RowContext& row, std::string_view metric) { return value_of(row.find(metric), number_text); }
std::string percent(const RowContext& row, std::string_view metric) { return value_of(row.find(metric), percent_text); }
std::string count(const RowContext& row, std::string_view metric) {
  const Result* r = row.find(metric);
  return r && r->value ? fmt::format("{:.0f}", *r->value) : "n/a";
}

std::string pull(const RowContext& row) {
  const auto slot = preferred_slot(*row.verdict, row.results);
  return slot ? fmt::format("{} {}", slot->first, interval_text(*slot->second, true)) : "n/a";
}

/// What is defined for one number of options only: where a data set mixes them, the number that most items have.
std::string of_one_m(const RowContext& row, std::string_view metric) {
  const Result* r = find_result_any_m(row.results, row.verdict->configuration, metric, row.verdict->more);
  const bool one_of_several = r && r->group.contains("n_options");
  return value_of(r, number_text) + (one_of_several ? fmt::format(" (m={})", r->key("n_options")) : "");
}

std::string complete(const RowContext& row) {
  const Result* flips = row.find("flip_rate");
  const Result* status = row.find("status_count", {{"status", "ok"}});
  return flips && status ? fmt::format("{}/{}", flips->n_clusters, status->n_clusters) : "n/a";
}

struct TableColumn {
  const char* head;
  std::string (*cell)(const RowContext&);
  bool in_groups;             // also in the tables per subject
  bool of_one_order = false;  // also where every item is put in one order
};

constexpr TableColumn kTableColumns[] = {
    {"order", [](const RowContext& r) { return std::string(to_string(r.verdict->word)); }, true},
    {"p", [](const RowContext& r) { return p_text(r.verdict->p); }, true},
    {"excess PBS [95%]",
     [](const RowContext& r) {
       const Result* x = r.find("excess_pbs");
       return x ? interval_text(*x) : "n/a";
     },
     true},
    {"complete", complete, true},
    {"PBS", [](const RowContext& r) { return of_one_m(r, "pbs"); }, true},
    {"flips", [](const RowContext& r) { return percent(r, "flip_rate"); }, true},
    {"slot, pull [95%]", pull, false},
    {"accuracy of read [95%]",
     [](const RowContext& r) {
       const Result* x = r.find("accuracy");
       return x ? percent_interval_text(*x) : "n/a";
     },
     false, true},
    {"mean of read [95%]",
     [](const RowContext& r) {
       const Result* x = r.find("accuracy_mean");
       return x ? percent_interval_text(*x) : "n/a";
     },
     true},
    {"vote", [](const RowContext& r) { return percent(r, "accuracy_majority"); }, false},
    {"worst", [](const RowContext& r) { return percent(r, "accuracy_worst"); }, false},
    {"all right", [](const RowContext& r) { return percent(r, "accuracy_circular"); }, true},
    {"RStd", [](const RowContext& r) { return of_one_m(r, "rstd"); }, false},
    {"read", [](const RowContext& r) { return percent(r, "extraction_rate"); }, true, true},
    {"cut", [](const RowContext& r) { return percent(r, "truncation_rate"); }, false, true},
    {"CCP A.3", [](const RowContext& r) { return number(r, "ccp"); }, false, true},
    {"CCP eq.2", [](const RowContext& r) { return number(r, "ccp_eq2"); }, false, true},
    {"chars", [](const RowContext& r) { return count(r, "length_chars"); }, false, true},
    {"tokens", [](const RowContext& r) { return count(r, "length_tokens"); }, false, true},
};

std::vector<std::string> labels(const Configuration& c, bool with_treatment) {
  std::vector<std::string> out{c.model, c.mode};
  if (with_treatment) out.push_back(c.treatment);
  return out;
}

/// Whether a data set holds nothing but imported states: nobody answered, so there is no table of answers.
bool is_of_states(const Observations& obs, const std::string& dataset) {
  return std::ranges::all_of(
      obs.rows, [&](const Observation& row) { return row.key.dataset != dataset || of_state_labels(row); });
}

/// What stands above a data set's table: how many items, how many orders of each, how much was asked.
std::string heading(const Observations& obs, const std::string& dataset) {
  std::set<std::pair<Sha256, int>> items;
  std::map<int, int> n_by_m;
  std::set<int> variants;
  long n_cells = 0, n_recorded = 0;
  for (const Observation& row : obs.rows) {
    if (row.key.dataset != dataset || !of_study(row.key)) continue;
    if (items.emplace(row.key.item, row.key.occurrence).second) ++n_by_m[row.item->n_options()];
    variants.insert(row.key.variant);
    ++n_cells;
    n_recorded += row.recorded;
  }
  const std::string n_items = count_text(static_cast<long>(items.size()), "item");
  if (is_of_states(obs, dataset))
    return fmt::format("{}: {}, {} rows of imported states", dataset, n_items,
                       std::ranges::count(obs.rows, dataset, [](const Observation& row) { return row.key.dataset; }));
  std::string options;
  for (const auto& [m, n] : n_by_m) {
    const std::string with = m == 0 ? "no options" : fmt::format("{} options", m);
    options += n_by_m.size() == 1
                   ? with
                   : fmt::format("{}{} with {}", options.empty() ? "" : ", ", n, m == 0 ? "none" : std::to_string(m));
  }
  if (variants.size() <= 1)
    return fmt::format("{}: {} ({}){}; {} of {} answers recorded", dataset, n_items, options,
                       n_by_m.size() == 1 && n_by_m.contains(0) ? "" : ", one order each", n_recorded, n_cells);
  return fmt::format("{}: {} ({}), up to {} orders each; {} of {} answers recorded", dataset, n_items, options,
                     variants.size(), n_recorded, n_cells);
}

bool is_in_one_order(const Observations& obs, const std::string& dataset) {
  std::vector<const Observation*> rows;
  for (const Observation& row : obs.rows)
    if (row.key.dataset == dataset) rows.push_back(&row);
  return in_one_order(rows);
}

TextTable configuration_table(std::span<const Result> results, std::span<const Verdict> all, const std::string& dataset,
                              bool one_order) {
  const bool treated =
      std::any_of(all.begin(), all.end(), [](const Verdict& v) { return v.configuration.treatment != "none"; });
  TextTable table{.head = {"model", "mode"}, .rows = {}, .n_labels = treated ? 3 : 2};
  if (treated) table.head.emplace_back("treatment");
  std::vector<const Verdict*> of_dataset;
  for (const Verdict& v : all)
    if (v.configuration.dataset == dataset) of_dataset.push_back(&v);
  for (const Verdict* v : of_dataset) table.rows.push_back(labels(v->configuration, treated));
  for (const TableColumn& column : kTableColumns) {
    std::vector<std::string> cells;
    for (const Verdict* v : of_dataset) cells.push_back(column.cell({results, v}));
    const bool empty = std::ranges::all_of(cells, [](const std::string& cell) { return cell == "n/a"; });
    if (one_order && (empty || !column.of_one_order)) continue;
    table.head.emplace_back(column.head);
    for (std::size_t i = 0; i < cells.size(); ++i) table.rows[i].push_back(std::move(cells[i]));
  }
  return table;
}

/// Verdicts of every value of a tag, the values in order.
std::vector<Verdict> group_verdicts(std::span<const Result> results, const std::string& tag) {
  std::set<std::string> values;
  for (const Result& r : results) {
    if (const auto it = r.group.find(tag); it != r.group.end()) values.insert(it->second);
  }
  std::vector<GroupValues> groups;
  for (const std::string& value : values) groups.push_back({{tag, value}});
  return verdicts(results, groups);
}

TextTable group_table(std::span<const Result> results, std::span<const Verdict> groups, const std::string& dataset,
                      const std::string& tag) {
  TextTable table{.head = {tag, "model", "mode"}, .rows = {}, .n_labels = 3};
  for (const TableColumn& column : kTableColumns) {
    if (column.in_groups) table.head.emplace_back(column.head);
  }
  for (const Verdict& v : groups) {
    if (v.configuration.dataset != dataset) continue;
    const RowContext context{results, &v};
    auto& row =
        table.rows.emplace_back(std::vector<std::string>{v.more.at(tag), v.configuration.model, v.configuration.mode});
    for (const TableColumn& column : kTableColumns) {
      if (column.in_groups) row.push_back(column.cell(context));
    }
  }
  return table;
}

}  // namespace

std::string text_report(const Observations& obs, std::span<const Result> all_results,
                        const TextReportOptions& options) {
  std::vector<Result> results;  // those of single items are many, and in no table here
  std::copy_if(all_results.begin(), all_results.end(), std::back_inserter(results),
               [](const Result& r) { return !r.group.contains("item"); });
  const std::vector<Verdict> all = verdicts(results);
  const std::vector<Verdict> groups =
      options.group_by.empty() ? std::vector<Verdict>{} : group_verdicts(results, options.group_by);
  std::set<std::string> datasets;
  for (const Verdict& v : all) datasets.insert(v.configuration.dataset);
  if (datasets.empty()) return "No answers to report.\n";

  std::string text;
  for (const std::string& dataset : datasets) {
    text += wrap(heading(obs, dataset), options.width) + "\n";
    const bool one_order = is_in_one_order(obs, dataset);
    if (!is_of_states(obs, dataset))
      text += to_text(configuration_table(results, all, dataset, one_order), options.width) + "\n";
    for (const Verdict& v : all) {
      if (v.configuration.dataset != dataset || one_order) continue;
      text += wrap(fmt::format("{}: {}", fmt::join(labels(v.configuration, v.configuration.treatment != "none"), " "),
                               sentence(v, results)),
                   options.width, "* ");
    }
    if (!options.group_by.empty())
      text += "\n" + to_text(group_table(results, groups, dataset, options.group_by), options.width);
    std::vector<Configuration> configurations;
    for (const Verdict& v : all)
      if (v.configuration.dataset == dataset) configurations.push_back(v.configuration);
    for (const Section* section : sections()) {
      if (one_order && section->needs_orders) continue;
      if (const std::string part = section->text({configurations, results, options.width}); !part.empty())
        text += fmt::format("\n{}\n", section->title) + part;
    }
    const std::vector<std::string> remarks = notes(obs, results, dataset);
    if (!remarks.empty()) text += "\nNotes\n";
    for (const std::string& note : remarks) text += wrap(note, options.width, "- ");
    text += "\n";
  }
  std::vector<std::string> reading = options.warnings;
  std::ranges::copy(definitions(obs), std::back_inserter(reading));
  if (!reading.empty()) text += "How to read this\n";
  for (const std::string& line : reading) text += wrap(line, options.width, "- ");
  return text;
}

}  // namespace brink
