#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  const Json saved = rows_of(in, {"stop_saved"});
  for (Json& row : rows_of(in, {"stop_accuracy"}))
    for (const Json& one : saved)
      if (one["configuration"] == row["configuration"] && one["policy"] == row["policy"]) {
        row["saved"] = one["value"];
        out.push_back(row);
      }
  return out;
}

}  // namespace

extern constinit const Panel kStoppingPanel{
    .id = "stopping",
    .question = kRemedies,
    .title = "Stopping early",
    .what =
        "Accuracy when a policy stops the text (95 % interval) against the share of the tokens it saves. "
        "\"tuned\" is set on one half of the items and measured on the other.",
    .chart = {.kind = ChartKind::kScatter,
              .x = "saved",
              .x_title = "share of the tokens saved",
              .y_title = "accuracy",
              .format = ".0%",
              .label = "policy"},
    .rows = rows,
};

}  // namespace brink
