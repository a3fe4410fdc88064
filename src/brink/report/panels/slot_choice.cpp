#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

constexpr double kTwoSided95 = 1.959964;

// Counts as shares of all, with the band of a binomial.
Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"slot_count"});
  std::map<std::string, double> totals;
  const auto key = [](const Json& row) { return row["configuration"].get<std::string>() + row.value("n_options", ""); };
  for (const Json& row : out) totals[key(row)] += row["value"].get<double>();
  for (Json& row : out) {
    const double n = totals[key(row)];
    if (n <= 0 || row["null"].is_null()) continue;
    const double share = row["null"].get<double>() / n;
    const double half = kTwoSided95 * std::sqrt(share * (1 - share) / n);
    row["count"] = row["value"];
    row["value"] = row["value"].get<double>() / n;
    row["null"] = share;
    row["null_low"] = std::max(0.0, share - half);
    row["null_high"] = std::min(1.0, share + half);
  }
  return out;
}

}  // namespace

extern constinit const Panel kSlotChoicePanel{
    .id = "slot_choice",
    .question = kOrder,
    .title = "Which place is chosen",
    .what =
        "Share of the answers at each place, over items with an answer to every order. The tick is what is "
        "expected without a preference; the grey band holds 95% of the shares then, as if answers were "
        "independent: too wide for a model that keeps its contents. The test of the order is the conditional "
        "one above.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "slot",
              .x_title = "place shown",
              .y_title = "share of the answers",
              .format = ".0%"},
    .rows = rows,
};

}  // namespace brink
