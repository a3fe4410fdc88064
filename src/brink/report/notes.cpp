#include "brink/report/notes.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "brink/extract/states.h"
#include "brink/report/control_notes.h"
#include "brink/report/family.h"
#include "brink/report/format.h"
#include "brink/report/section.h"

namespace brink {
namespace {

/// A rate of unread answers above which an evaluation says more about its parser than about the model.
constexpr double kUnreadWarning = 0.02;
/// Below this many items the intervals' coverage was not shown to be right (docs/metrics.md).
constexpr int kCovered = 100;
constexpr auto kWarning = "WARNING ";

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

/// What is said of the configurations of one data set; the same of several is said once.
class Said {
 public:
  explicit Said(std::size_t n_configurations) : n_configurations_(n_configurations) {}

  void add(const std::string& name, std::string text, bool warning = false) {
    const auto found = std::ranges::find(said_, text, &One::text);
    if (found == said_.end())
      said_.push_back({{name}, std::move(text), warning});
    else
      found->names.push_back(name);
  }

  std::vector<std::string> take() const {
    std::vector<std::string> out;
    for (const One& one : said_) {
      const bool all = one.names.size() > 2 && one.names.size() == n_configurations_;
      const std::string who =
          all ? fmt::format("all {} configurations", one.names.size()) : fmt::format("{}", fmt::join(one.names, ", "));
      out.push_back(fmt::format("{}{}: {}", one.warning ? kWarning : "", who, one.text));
    }
    return out;
  }

 private:
  struct One {
    std::vector<std::string> names;
    std::string text;
    bool warning;
  };
  std::vector<One> said_;
  std::size_t n_configurations_;
};

void add_missing(Said& said, const std::string& name, const Configuration& c, const Counts& n,
                 std::span<const Result> results) {
  if (n.n_missing > 0)
    said.add(name, fmt::format("{} of {} cells not asked yet; \"brink run\" goes on.", n.n_missing,
                               n.n_missing + n.n_recorded));
  if (n.at(Status::kError) > 0)
    said.add(name, fmt::format("{} of {} requests failed; they are left out, never counted as wrong. The first: {}",
                               n.at(Status::kError), n.n_recorded, n.first_error));
  if (n.n_unread() == 0) return;
  std::vector<std::string> words;
  for (const auto& [status, k] : n.by_status)
    if (status != Status::kOk && status != Status::kError)
      words.push_back(fmt::format("{} {}", k, plain_words(std::string(to_string(status)))));
  const double share = static_cast<double>(n.n_unread()) / n.n_answered();
  std::vector<std::string> could_be;
  const auto add = [&](const char* what, const std::string& of) {
    if (of != "n/a") could_be.push_back(fmt::format("{}{}", what, of));
  };
  add("the accuracy of all answers is ", range(results, c, "accuracy_least", "accuracy_greatest", percent_text));
  add("PBS ", range(results, c, "pbs_least", "pbs_greatest", number_text));
  said.add(
      name,
      fmt::format("no answer read from {} of {} ({}): {}.{}{}{}", n.n_unread(), n.n_answered(), percent_text(share),
                  fmt::join(words, ", "), could_be.empty() ? "" : " Over what they could have been, ",
                  fmt::join(could_be, ", "), could_be.empty() ? "" : "."),
      share > kUnreadWarning);
}

/// Configurations of which more than a few answers were cut, in one sentence.
std::string cut_note(const std::vector<std::pair<std::string, Counts>>& all) {
  std::vector<std::string> cut;
  for (const auto& [name, n] : all) {
    const int n_cut = n.at(Status::kTruncated) + n.at(Status::kTruncatedInReasoning);
    if (n_cut > kUnreadWarning * n.n_answered())
      cut.push_back(fmt::format("{} of {} of {}", n_cut, n.n_answered(), name));
  }
  if (cut.empty()) return "";
  return fmt::format(
      "{}answers were cut by the token limit: {}. The longest are missing, so every figure is about the shorter ones: "
      "raise max_tokens.",
      kWarning, fmt::join(cut, "; "));
}

void add_positional(Said& said, const std::string& name, const Configuration& c, std::span<const Result> results) {
  const std::map<std::string, std::string> key{{"items", std::string(kWithoutPositional)}};
  const Result* test = find_result(results, c, "order_test", key);
  const Result* excess = find_result(results, c, "excess_pbs", key);
  const Result* all = find_result(results, c, "order_test");
  if (!test || !excess || !all || !all->p) return;
  said.add(name, fmt::format("the options of {} of {} name other options (\"all of the above\"), which moving them "
                             "changes; without these items the order test gives {} and excess PBS is {}, over {}.",
                             all->n_clusters - test->n_clusters, count_text(all->n_clusters, "item"),
                             p_equation(test->p), interval_text(*excess), count_text(test->n_clusters, "item")));
}

/// "71.7% at B (46), 6.9% at E (29)": the places of the right option that differ most.
std::string extremes(const Configuration& c, std::span<const Result> results) {
  const Result *most = nullptr, *least = nullptr;
  for (char slot = 'A'; slot <= 'Z'; ++slot) {
    const Result* r = find_result(results, c, "gold_slot_accuracy", {{"slot", std::string(1, slot)}});
    if (!r || !r->value) continue;
    if (!most || *r->value > *most->value) most = r;
    if (!least || *r->value < *least->value) least = r;
  }
  const auto of = [](const Result* r) {
    return fmt::format("{} at {} ({})", percent_text(r->value), r->key("slot"), r->n);
  };
  return of(most) + ", " + of(least);
}

/// The p of every configuration that was asked in one order, of all data sets.
Family places_family(std::span<const Result> results) {
  std::vector<double> p;
  for (const Configuration& c : all_configurations(results))
    if (const Result* test = find_result(results, c, "gold_slot_test"); test && test->p) p.push_back(*test->p);
  return Family(std::move(p));
}

/// Configurations whose accuracy goes with the place of the right option, in one sentence.
std::string places_note(std::span<const Configuration> configurations, std::span<const Result> results) {
  const Family family = places_family(results);
  std::vector<std::string> found;
  for (const Configuration& c : configurations)
    if (const Result* test = find_result(results, c, "gold_slot_test"); test && family.holds(test->p))
      found.push_back(fmt::format("{} {}, {}", configuration_name(c), extremes(c, results), p_equation(test->p)));
  if (found.empty()) return "";
  return fmt::format(
      "Accuracy goes with the place of the right option (most and least, with the number of items): {}. Chi-square, "
      "Holm's rule. The model may prefer places, or other items have their right option there: one order cannot tell.",
      fmt::join(found, "; "));
}

}  // namespace

bool in_one_order(std::span<const Observation* const> rows) {
  return std::ranges::all_of(rows, [](const Observation* row) { return !of_study(row->key) || row->key.variant == 0; });
}

std::vector<std::string> notes(const Observations& obs, std::span<const Result> results, const std::string& dataset) {
  std::map<Configuration, std::vector<const Observation*>> configurations = by_configuration(obs);
  std::erase_if(configurations, [&](const auto& entry) { return entry.first.dataset != dataset; });
  Said said(configurations.size());
  std::vector<std::pair<std::string, Counts>> counts;
  for (const auto& [c, rows] : configurations) {
    const std::string name = configuration_name(c);
    const bool open = std::ranges::all_of(rows, [](const Observation* row) { return row->item->options.empty(); });
    counts.emplace_back(name, count(rows));
    if (in_one_order(rows) && !open &&
        !std::ranges::all_of(rows, [](const auto* row) { return of_state_labels(*row); }))
      said.add(name,
               "every item was asked in one order: whether the order matters, and the accuracy in other orders, were "
               "not asked (permutations in the study).");
    add_missing(said, name, c, counts.back().second, results);
    add_positional(said, name, c, results);
    for (std::string& text : control_notes(c, results)) said.add(name, std::move(text));
    const Result* test = find_result(results, c, "order_test");
    if (test && test->left_out.contains("repeated item")) {
      const int n = test->left_out.at("repeated item");
      said.add(name, fmt::format("{} that {} an earlier one {} left out: no further evidence.", count_text(n, "item"),
                                 n == 1 ? "repeats" : "repeat", n == 1 ? "is" : "are"));
    }
    if (test && test->p && test->n_clusters < kCovered)
      said.add(name, fmt::format("{}: intervals and chi-square are approximate below {}.",
                                 count_text(test->n_clusters, "item"), kCovered));
  }
  std::vector<std::string> out = said.take();
  std::vector<Configuration> all;
  for (const auto& [configuration, rows] : configurations) all.push_back(configuration);
  if (std::string text = places_note(all, results); !text.empty()) out.push_back(std::move(text));
  if (std::string text = cut_note(counts); !text.empty()) out.push_back(std::move(text));
  if (std::ranges::any_of(counts, [](const auto& one) { return one.second.n_unread() > 0; }))
    out.emplace_back("The texts that were not read: \"brink show\", or the items of the page.");
  return out;
}

std::vector<std::string> definitions(const Observations& obs) {
  std::vector<std::string> out;
  if (std::ranges::all_of(obs.rows, of_state_labels)) return out;
  if (std::ranges::all_of(obs.rows, [](const Observation& o) { return o.key.variant == 0; }))
    return {
        "Accuracy of read: of the answers that were read (Wilson interval); right of all: of all that came back, "
        "unread ones counted as wrong. A number is right when it has the gold's value.",
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
      "PBS: the paper's figure, over complete items. It is not 0 without an order effect: .398 for a guesser with 4 "
      "options; its greatest value there is .866, not the paper's .75.");
  out.emplace_back(
      "Accuracy of read: of the answers that were read, in the file's order (Wilson interval), and its mean over the "
      "orders (item bootstrap). Vote, worst order and right in all orders: of complete items.");
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
