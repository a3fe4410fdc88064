#include "brink/report/notes.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "brink/extract/states.h"
#include "brink/report/control_notes.h"
#include "brink/report/format.h"
#include "brink/report/section.h"

namespace brink {
namespace {

/// A rate of unread answers above which an evaluation says more about its parser than about the model.
constexpr double kUnreadWarning = 0.02;
/// Below this many items the intervals' coverage was not shown to be right (docs/metrics.md).
constexpr int kFewItems = 100;

constexpr auto kCcpDefinition =
    "CCP by appendix A.3 and by equation 2 of the paper, which disagree where every mention is the final letter and "
    "where A.3 is undefined.";

struct Counts {
  std::map<Status, int> by_status;
  int n_recorded = 0, n_missing = 0;
  std::string first_error;

  int at(Status s) const { return by_status.contains(s) ? by_status.at(s) : 0; }
  int n_answered() const { return n_recorded - at(Status::kError); }
  int n_unread() const { return n_answered() - at(Status::kOk); }
};

Counts count(std::span<const Observation* const> rows) {
  Counts c;
  for (const Observation* row : rows) {
    if (!of_study(row->key)) continue;
    if (of_state_labels(*row)) continue;  // which has no text to read
    if (!row->recorded) {
      ++c.n_missing;
      continue;
    }
    ++c.n_recorded;
    ++c.by_status[row->reading.status];
    if (row->reading.status == Status::kError && c.first_error.empty()) c.first_error = row->reading.note;
  }
  return c;
}

std::string range(std::span<const Result> results, const Configuration& c, std::string_view least,
                  std::string_view greatest, std::string (*text)(std::optional<double>)) {
  const Result* low = find_result_any_m(results, c, least);
  const Result* high = find_result_any_m(results, c, greatest);
  if (!low || !high || !low->value || !high->value) return "n/a";
  return fmt::format("{} to {}", text(low->value), text(high->value));
}

void add_missing(std::vector<std::string>& out, const Configuration& c, const Counts& n, bool open,
                 std::span<const Result> results) {
  if (n.n_missing > 0) {
    out.push_back(fmt::format("{}: {} of {} cells not asked yet; `brink run` goes on.", configuration_name(c),
                              n.n_missing, n.n_missing + n.n_recorded));
  }
  if (n.at(Status::kError) > 0) {
    out.push_back(fmt::format("{}: {} of {} requests failed; they are left out, never counted as wrong. The first: {}",
                              configuration_name(c), n.at(Status::kError), n.n_recorded, n.first_error));
  }
  if (n.n_unread() == 0) return;
  std::vector<std::string> words;
  for (const auto& [status, k] : n.by_status) {
    if (status != Status::kOk && status != Status::kError) words.push_back(fmt::format("{} {}", k, to_string(status)));
  }
  const double share = static_cast<double>(n.n_unread()) / n.n_answered();
  const std::string pbs = range(results, c, "pbs_least", "pbs_greatest", number_text);
  out.push_back(fmt::format(
      "{}{}: no answer read from {} of {} ({}): {}. Over what they could have been, the mean accuracy is {}{}. "
      "`brink show` has the texts.",
      share > kUnreadWarning ? "WARNING " : "", configuration_name(c), n.n_unread(), n.n_answered(),
      percent_text(share), fmt::join(words, ", "),
      range(results, c, "accuracy_least", "accuracy_greatest", percent_text),
      pbs == "n/a" && open ? "" : ", PBS " + pbs));
  const int n_cut = n.at(Status::kTruncated) + n.at(Status::kTruncatedInReasoning);
  if (n_cut > kUnreadWarning * n.n_answered()) {
    out.push_back(
        fmt::format("WARNING {}: {} of {} answers were cut by the token limit. The longest are missing, so "
                    "every figure is about the shorter ones: raise max_tokens.",
                    configuration_name(c), n_cut, n.n_answered()));
  }
}

void add_positional(std::vector<std::string>& out, const Configuration& c, std::span<const Result> results) {
  const std::map<std::string, std::string> key{{"items", std::string(kWithoutPositional)}};
  const Result* test = find_result(results, c, "order_test", key);
  const Result* excess = find_result(results, c, "excess_pbs", key);
  const Result* all = find_result(results, c, "order_test");
  if (!test || !excess || !all) return;
  out.push_back(
      fmt::format("{}: the options of {} of {} items name other options (\"all of the above\"), which moving them "
                  "changes; without these "
                  "items the order test gives {} and excess PBS is {}, over {} items.",
                  configuration_name(c), all->n_clusters - test->n_clusters, all->n_clusters, p_equation(test->p),
                  interval_text(*excess), test->n_clusters));
}

}  // namespace

std::vector<std::string> notes(const Observations& obs, std::span<const Result> results, const std::string& dataset) {
  std::vector<std::string> out;
  for (const auto& [c, rows] : by_configuration(obs)) {
    if (c.dataset != dataset) continue;
    const bool open = std::ranges::all_of(rows, [](const Observation* row) { return row->item->options.empty(); });
    add_missing(out, c, count(rows), open, results);
    add_positional(out, c, results);
    add_control_notes(out, c, configuration_name(c), results);
    const Result* test = find_result(results, c, "order_test");
    if (test && test->left_out.contains("repeated item")) {
      out.push_back(fmt::format("{}: {} items that repeat an earlier one are left out: no further evidence.",
                                configuration_name(c), test->left_out.at("repeated item")));
    }
    if (test && test->p && test->n_clusters < kFewItems) {
      out.push_back(fmt::format("{}: {} items: intervals and chi-square are approximate below {}.",
                                configuration_name(c), test->n_clusters, kFewItems));
    }
  }
  return out;
}

std::vector<std::string> definitions(const Observations& obs) {
  std::vector<std::string> out;
  if (std::ranges::all_of(obs.rows, of_state_labels)) return out;
  if (std::ranges::all_of(obs.rows, [](const Observation& o) { return o.key.variant == 0; }))
    return {"Accuracy: of answers that were read (Wilson interval). A number is right when it has the gold's value.",
            kCcpDefinition};
  const bool all_cyclic = std::all_of(obs.rows.begin(), obs.rows.end(), [](const Observation& o) {
    std::vector<int> order = o.variant.order;
    const auto first = std::find(order.begin(), order.end(), 0);
    std::rotate(order.begin(), first, order.end());
    return std::is_sorted(order.begin(), order.end());
  });
  if (all_cyclic) {
    out.emplace_back(
        "\"Order matters\" is what a rejection says. Cyclic shifts alone do not separate slot, letter and relative "
        "order.");
  }
  out.emplace_back(
      "p: conditional chi-square of the slots chosen, given the contents chosen. Excess PBS: PBS minus its mean when "
      "the same contents fall on the variants at random; it is 0 without an order effect.");
  out.emplace_back(
      "Complete: items with an answer to every order, of all; PBS, excess PBS, flips, vote, worst and all right are "
      "about them alone. (m=4): about the items with 4 options.");
  out.emplace_back(
      "PBS: the paper's figure, over complete items. It is not 0 without an order effect: .398 for "
      "a guesser with 4 options; its greatest value there is .866, not the paper's .75.");
  out.emplace_back(
      "Accuracy: in the file's order (Wilson interval), mean over the orders (item bootstrap), worst order, and right "
      "in all orders; of answers that were read.");
  out.emplace_back(kCcpDefinition);
  return out;
}

std::vector<std::string> provenance_warnings(const Store& store) {
  std::map<Sha256, std::vector<Configuration>> cells;
  for (const Cell& cell : store.cells()) {
    if (!of_study(cell.key)) continue;
    cells[cell.record].push_back({cell.key.model, cell.key.dataset, cell.key.mode, cell.key.treatment});
  }
  std::map<Configuration, std::map<std::string, std::set<std::string>>> values;
  store.each_text([&](const Record& record) {
    const auto it = cells.find(record.id);
    if (it == cells.end()) return;
    for (const Configuration& c : it->second) {
      for (const auto& [key, value] : record.made) values[c][key].insert(value);
    }
  });
  std::vector<std::string> out;
  for (const auto& [c, keys] : values) {
    std::vector<std::string> mixed;
    for (const auto& [key, seen] : keys) {
      if (seen.size() > 1) mixed.push_back(fmt::format("{} ({})", key, fmt::join(seen, ", ")));
    }
    if (mixed.empty()) continue;
    out.push_back(fmt::format("WARNING {} on {}: records were made in different ways: {}.", configuration_name(c),
                              c.dataset, fmt::join(mixed, "; ")));
  }
  return out;
}

}  // namespace brink
