#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"state_transfer"}))
    if (row.contains("tested_on") && row.value("target", "correct") == "correct" && row.value("layer", "all") == "all")
      out.push_back(std::move(row));
  return out;
}

}  // namespace

extern constinit const Panel kTransferPanel{
    .id = "transfer",
    .question = kBefore,
    .title = "Do probes carry over?",
    .what =
        "Area under the ROC curve of a probe trained on one mode and tried on the test items of another; the "
        "diagonal is its own. .5 is chance.",
    .chart = {.kind = ChartKind::kHeat, .x = "tested_on", .x_title = "tried on", .y_title = "AUROC", .format = ".2f"},
    .rows = rows,
};

}  // namespace brink
