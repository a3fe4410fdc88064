#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"predictor_auroc", "baseline_auroc"})) {
    if (row.value("interval", "delong") != "delong" || row.value("target", "correct") != "correct") continue;
    if (!row.contains("predictor")) row["predictor"] = row.value("baseline", std::string());
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

extern constinit const Panel kPredictorsPanel{
    .id = "predictors",
    .question = kBefore,
    .title = "What foretells a right answer",
    .what = "Area under the ROC curve of each predictor of correctness, with its 95 % interval; .5 is chance.",
    .chart = {.kind = ChartKind::kDots, .y_title = "AUROC", .series = "predictor", .format = ".2f"},
    .rows = rows,
};

}  // namespace brink
