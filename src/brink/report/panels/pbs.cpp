#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kPbsPanel{
    .id = "pbs",
    .question = kOrder,
    .title = "PBS beside its null",
    .what =
        "The published figure: distance of the chosen places from one choice each, mean over complete items, "
        "with its 95% interval. The tick is its mean under the null, which is not 0: compare with it.",
    .chart = {.kind = ChartKind::kDots, .y_title = "PBS", .from_zero = true},
    .rows = [](const SectionInput& in) { return rows_of(in, {"pbs"}); },
};

}  // namespace brink
