#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  return name_points(with_number(rows_of(in, {"state_dimension_corrected"}), "layer"));
}

}  // namespace

extern constinit const Panel kLayerDimensionPanel{
    .id = "layer_dimension",
    .question = kBefore,
    .title = "Effective dimension, by layer",
    .what = "Participation ratio of the hidden states over items, corrected for their number, by layer.",
    .chart = {.kind = ChartKind::kLines,
              .x = "layer",
              .x_title = "layer",
              .y_title = "directions",
              .format = ".1f",
              .part = "point",
              .whole_x = true,
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
