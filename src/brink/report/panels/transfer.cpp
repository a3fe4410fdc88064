#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "brink/report/panel.h"

namespace brink {
namespace {

/// Every mode on every other, and each at home: both ways in the order of the configurations.
Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"state_transfer"}))
    if (row.contains("tested_on")) out.push_back(std::move(row));
  if (out.empty()) return out;
  for (Json& row : rows_where(of_leading_probe(rows_of(in, {"state_auroc"})), "layer", {"all"})) {
    row["tested_on"] = row["mode"];
    row["null"] = .5;
    out.push_back(std::move(row));
  }
  const auto at = [&](const Json& row, const char* key) {
    const std::string mode = row[key].get<std::string>();
    return std::ranges::find_if(in.configurations,
                                [&](const Configuration& c) { return c.model == row["model"] && c.mode == mode; }) -
           in.configurations.begin();
  };
  std::ranges::stable_sort(out.get_ref<Json::array_t&>(), {},
                           [&](const Json& row) { return std::pair(at(row, "mode"), at(row, "tested_on")); });
  return out;
}

}  // namespace

extern constinit const Panel kTransferPanel{
    .id = "transfer",
    .question = kBefore,
    .title = "Do probes carry over?",
    .what =
        "A row is the mode whose states a linear probe for right answers was trained on, a column the mode whose test "
        "items it is tried on. Area under the ROC curve: .5, without colour, is chance; below it, in the other colour, "
        "the probe errs. One that carries over is as good in the other columns as in its own mode's.",
    .chart = {.kind = ChartKind::kHeat,
              .x = "tested_on",
              .x_title = "tried on",
              .y_title = "AUROC",
              .series_title = "trained on",
              .format = ".2f"},
    .rows = rows,
};

}  // namespace brink
