#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kSoftPbsPanel{
    .id = "soft_pbs",
    .question = kCommitment,
    .title = "The effect of the order along the way",
    .what =
        "Excess PBS of the forced probabilities over the orders of an item, with its 95% interval: how much "
        "the order matters at each share of the trajectory. Zero is no effect.",
    .chart = {.kind = ChartKind::kLines,
              .x = "at",
              .x_title = "share of the trajectory",
              .x_format = ".0%",
              .y_title = "soft excess PBS",
              .format = ".3f",
              .from_zero = true},
    .rows = [](const SectionInput& in) { return with_number(rows_of(in, {"soft_excess_pbs"}), "at"); },
};

}  // namespace brink
