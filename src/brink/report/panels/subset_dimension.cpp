#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : with_number(rows_of(in, {"state_dimension_subset"}), "rows")) {
    if (row.value("layer", "all") != "all") continue;
    out.push_back(std::move(row));
  }
  return name_points(std::move(out));
}

}  // namespace

extern constinit const Panel kSubsetDimensionPanel{
    .id = "subset_dimension",
    .question = kBefore,
    .title = "Does the dimension depend on the number of items?",
    .what =
        "Effective dimension of random subsets of the items, without correction: what rises with their "
        "number is not a property of the model.",
    .chart = {.kind = ChartKind::kLines,
              .x = "rows",
              .x_title = "items in the subset",
              .x_format = ",d",
              .y_title = "directions",
              .format = ".1f",
              .part = "point",
              .whole_x = true,
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
