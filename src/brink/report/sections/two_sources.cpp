#include <fmt/format.h>

#include <algorithm>

#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

struct Place {
  Configuration configuration;
  double length;  // code points, mean
  const Result* pbs;
};

const Result* find_any_m(const SectionInput& in, const Configuration& c, std::string_view metric) {
  return find_result_any_m(in.results, c, metric);
}

// Untreated configurations, the shortest answers first.
std::vector<Place> places(const SectionInput& in) {
  std::vector<Place> out;
  for (const Configuration& c : in.configurations) {
    const Result *length = in.find(c, "length_chars"), *pbs = find_any_m(in, c, "pbs");
    if (c.treatment == "none" && length && length->value && pbs) out.push_back({c, *length->value, pbs});
  }
  std::ranges::stable_sort(out, {}, &Place::length);
  return out;
}

std::string interval(const Result* r) { return r ? interval_text(*r) : "n/a"; }
std::string percent(const Result* r) { return r ? percent_interval_text(*r) : "n/a"; }

std::string gaps(const std::vector<Place>& by_length, int width) {
  TextTable table{.head = {"model", "longer", "shorter", "length ratio", "PBS gap"}, .rows = {}, .n_labels = 3};
  for (std::size_t i = 0; i < by_length.size(); ++i)
    for (std::size_t j = i + 1; j < by_length.size(); ++j) {
      const Place &shorter = by_length[i], &longer = by_length[j];
      if (shorter.configuration.model != longer.configuration.model || shorter.length <= 0) continue;
      const bool known = shorter.pbs->value && longer.pbs->value;
      table.rows.push_back({shorter.configuration.model, longer.configuration.mode, shorter.configuration.mode,
                            fmt::format("{:.1f}", longer.length / shorter.length),
                            known ? signed_text(*longer.pbs->value - *shorter.pbs->value) : "n/a"});
    }
  return table.rows.empty() ? "" : "\nModes of one model\n" + to_text(table, width);
}

std::string text(const SectionInput& in) {
  const std::vector<Place> by_length = places(in);
  if (by_length.size() < 2) return "";
  TextTable table{.head = {"model", "mode", "chars", "PBS [95%]", "excess PBS [95%]", "accuracy of read, mean [95%]"},
                  .rows = {},
                  .n_labels = 2};
  for (const Place& p : by_length)
    table.rows.push_back({p.configuration.model, p.configuration.mode, fmt::format("{:.0f}", p.length), interval(p.pbs),
                          interval(in.find(p.configuration, "excess_pbs")),
                          percent(in.find(p.configuration, "accuracy_mean"))});
  return to_text(table, in.width) + gaps(by_length, in.width) +
         wrap(
             "By length. A bias of the model shows in short texts, one that comes with length grows "
             "down the table; each row is about its own complete items. `brink compare` pairs the items and tests.",
             in.width, "- ");
}

}  // namespace

extern constinit const Section kTwoSourcesSection{
    .title = "Two sources of bias: the model, and length", .text = text, .needs_orders = true};

}  // namespace brink
