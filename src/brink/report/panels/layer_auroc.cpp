#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : with_number(rows_of(in, {"state_auroc"}), "layer")) {
    if (row.value("target", "correct") != "correct") continue;
    out.push_back(std::move(row));
  }
  return name_points(std::move(out));
}

}  // namespace

extern constinit const Panel kLayerAurocPanel{
    .id = "layer_auroc",
    .question = kBefore,
    .title = "What hidden states foretell, by layer",
    .what =
        "Area under the ROC curve of a linear probe for correctness on items it was not trained on, by the "
        "layer it reads; 95% interval. .5 is chance.",
    .chart = {.kind = ChartKind::kLines,
              .x = "layer",
              .x_title = "layer",
              .y_title = "AUROC",
              .format = ".2f",
              .part = "point",
              .whole_x = true},
    .rows = rows,
};

}  // namespace brink
