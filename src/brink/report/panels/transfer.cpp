#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

/// Every mode on every other, and each at home.
Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"state_transfer"}))
    if (row.contains("tested_on")) out.push_back(std::move(row));
  if (out.empty()) return out;
  for (Json& row : rows_of(in, {"state_auroc"})) {
    if (row.value("point", "") != "last_prompt" || row.value("layer", "") != "all" ||
        row.value("target", "") != "correct")
      continue;
    row["tested_on"] = row["mode"];
    row["null"] = .5;
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

extern constinit const Panel kTransferPanel{
    .id = "transfer",
    .question = kBefore,
    .title = "Do probes carry over?",
    .what =
        "A row is the mode whose states a linear probe for right answers was trained on, a column the mode whose test "
        "items it is tried on. Area under the ROC curve: .5, without colour, is chance. A probe that carries over is "
        "as "
        "good in the other columns as in its own mode's.",
    .chart = {.kind = ChartKind::kHeat,
              .x = "tested_on",
              .x_title = "tried on",
              .y_title = "AUROC",
              .series_title = "trained on",
              .format = ".2f",
              .least = .5},
    .rows = rows,
};

}  // namespace brink
