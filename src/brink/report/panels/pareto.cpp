#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  const Json costs = rows_of(in, {"remedy_tokens"});
  for (Json& row : rows_of(in, {"remedy_accuracy"}))
    for (const Json& cost : costs)
      if (cost["configuration"] == row["configuration"] && cost["policy"] == row["policy"] &&
          cost["value"].get<double>() > 0) {
        row["tokens"] = cost["value"];
        out.push_back(row);
      }
  return out;
}

}  // namespace

extern constinit const Panel kParetoPanel{
    .id = "pareto",
    .question = kRemedies,
    .title = "Accuracy against tokens",
    .what =
        "What each remedy scores on the same items (95 % interval) and what an answer then costs in tokens, "
        "generated or evaluated (log scale). Up and to the left is better.",
    .chart = {.kind = ChartKind::kScatter,
              .x = "tokens",
              .x_title = "tokens an answer",
              .y_title = "accuracy",
              .format = ".0%",
              .label = "policy",
              .log_x = true},
    .rows = rows,
};

}  // namespace brink
