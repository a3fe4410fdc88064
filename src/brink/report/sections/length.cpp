#include <fmt/format.h>

#include <algorithm>

#include "brink/report/family.h"
#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

// The tests of one configuration that stand in the tables.
struct Tests {
  const Result *pull, *slope, *rho_pbs, *rho_excess;  // of the length that the model chose
  const Result *budget_excess, *budget_accuracy;      // of an assigned length
  bool has_chosen, has_assigned;                      // enough items for a row
};

Tests tests(const SectionInput& in, const Configuration& c) {
  const auto rho = [&](const char* of) {
    return in.find(c, "length_correlation", {{"of", of}, {"correlation", "spearman"}});
  };
  Tests out{.pull = in.find(c, "pull_length_test"),
            .slope = in.find(c, "pbs_per_doubling", {{"of", "excess_pbs"}}),
            .rho_pbs = rho("pbs"),
            .rho_excess = rho("excess_pbs"),
            .budget_excess = in.find(c, "budget_slope", {{"of", "excess_pbs"}}),
            .budget_accuracy = in.find(c, "budget_slope", {{"of", "accuracy"}}),
            .has_chosen = false,
            .has_assigned = false};
  out.has_chosen = c.treatment == "none" && out.slope && out.slope->value;
  const auto has_value = [](const Result* r) { return r && r->value; };
  out.has_assigned = has_value(out.budget_excess) || has_value(out.budget_accuracy);
  return out;
}

// All that the report shows.
Family family(const SectionInput& in) {
  std::vector<double> p;
  const auto add = [&](const Result* r) {
    if (r && r->p) p.push_back(*r->p);
  };
  for (const Configuration& c : all_configurations(in.results)) {
    const Tests t = tests(in, c);
    if (t.has_chosen)
      for (const Result* r : {t.pull, t.slope, t.rho_pbs, t.rho_excess}) add(r);
    if (t.has_assigned)
      for (const Result* r : {t.budget_excess, t.budget_accuracy}) add(r);
  }
  return Family(std::move(p));
}

std::string with_p(const Result* r, const Family& all) {
  return r && r->value ? fmt::format("{} ({})", signed_text(r->value), all.equation(r->p)) : "n/a";
}

// PBS of the four bins, the shortest answers first.
std::string quartiles(const SectionInput& in, const Configuration& c, std::string_view metric,
                      std::map<std::string, std::string> more = {}) {
  std::string out;
  more["bins"] = "4";
  for (int bin = 1; bin <= 4; ++bin) {
    more["bin"] = std::to_string(bin);
    const Result* r = in.find(c, metric, more);
    if (!r || !r->value) return "n/a";
    out += (out.empty() ? "" : " ") + number_text(r->value);
  }
  return out;
}

// In one sentence: does a length effect survive?
std::string verdict(const Configuration& c, const Tests& t, const Family& all) {
  if (!t.pull || !t.pull->p) return "";
  const bool raw = t.rho_pbs && all.holds(t.rho_pbs->p), survives = all.holds(t.pull->p);
  const std::string of_raw = t.rho_pbs && t.rho_pbs->p
                                 ? fmt::format("partial rho of length and PBS {}, {}", signed_text(t.rho_pbs->value),
                                               all.equation(t.rho_pbs->p))
                                 : std::string("no partial rho of length and PBS");
  const char* what =
      survives && raw ? "a length effect, and it survives: the pull of the slots changes with length"
      : survives      ? "the pull of the slots changes with length"
      : raw ? "PBS goes with length, but not the pull of the slots: harder items are longer and less consistent"
            : "no length effect was found";
  return fmt::format("{}: {} ({}; given the contents chosen, {}).", configuration_name(c), what, of_raw,
                     all.equation(t.pull->p));
}

// The quarters again, of the items right in none, some or all of their orders, where there are enough of them.
std::string at_accuracy(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "items", "PBS by quarter", "excess by quarter"}, .rows = {}, .n_labels = 3};
  for (const Configuration& c : in.configurations)
    for (const char* accuracy : {"none right", "some right", "all right"}) {
      const std::string of_excess = quartiles(in, c, "excess_pbs_by_length_at_accuracy", {{"accuracy", accuracy}});
      if (of_excess != "n/a")
        table.rows.push_back({c.model, c.mode, accuracy,
                              quartiles(in, c, "pbs_by_length_at_accuracy", {{"accuracy", accuracy}}), of_excess});
    }
  return table.rows.empty() ? "" : "\nAmong items of like accuracy\n" + to_text(table, in.width);
}

std::string chosen(const SectionInput& in, const Family& all) {
  TextTable table{.head = {"model", "mode", "pull x length p", "excess PBS per doubling [95%]", "p", "rho PBS",
                           "rho excess PBS", "PBS by quarter", "excess by quarter"},
                  .rows = {},
                  .n_labels = 2};
  std::string sentences;
  for (const Configuration& c : in.configurations) {
    const Tests t = tests(in, c);
    if (!t.has_chosen) continue;
    table.rows.push_back({c.model, c.mode, t.pull ? all.text(t.pull->p) : "n/a", interval_text(*t.slope, true),
                          all.text(t.slope->p), with_p(t.rho_pbs, all), with_p(t.rho_excess, all),
                          quartiles(in, c, "pbs_by_length"), quartiles(in, c, "excess_pbs_by_length")});
    if (const std::string one = verdict(c, t, all); !one.empty()) sentences += wrap(one, in.width, "* ");
  }
  return table.rows.empty() ? "" : to_text(table, in.width) + at_accuracy(in) + sentences;
}

std::string assigned(const SectionInput& in, const Family& all) {
  TextTable table{
      .head = {"model", "mode", "excess PBS [95%]", "p", "accuracy [95%]", "p", "items"}, .rows = {}, .n_labels = 2};
  const auto slope = [](const Result* r) { return r && r->value ? interval_text(*r, true) : "n/a"; };
  const auto p = [&](const Result* r) { return r ? all.text(r->p) : "n/a"; };
  for (const Configuration& c : in.configurations) {
    const Tests t = tests(in, c);
    if (!t.has_assigned) continue;
    const int n = std::max(t.budget_excess ? t.budget_excess->n_clusters : 0,
                           t.budget_accuracy ? t.budget_accuracy->n_clusters : 0);
    table.rows.push_back({c.model, c.mode, slope(t.budget_excess), p(t.budget_excess), slope(t.budget_accuracy),
                          p(t.budget_accuracy), std::to_string(n)});
  }
  if (table.rows.empty()) return "";
  return "Bias against an assigned length: per doubling of the budget\n" + to_text(table, in.width) +
         wrap(
             "The budget is given to every item and order alike, so that harder items are not the longer ones. Answers "
             "stated earlier were stopped there.",
             in.width, "- ");
}

std::string text(const SectionInput& in) {
  const Family all = family(in);
  const std::string of_chosen = chosen(in, all), of_assigned = assigned(in, all);
  if (of_chosen.empty() && of_assigned.empty()) return "";
  return of_chosen + (of_chosen.empty() || of_assigned.empty() ? "" : "\n") + of_assigned +
         wrap(all.note("of this section"), in.width, "- ");
}

}  // namespace

extern constinit const Section kLengthSection{.title = "Does length drive it?", .text = text};

}  // namespace brink
