#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kExcessPbsPanel{
    .id = "excess_pbs",
    .question = kOrder,
    .title = "Excess PBS: the effect of the order",
    .what =
        "PBS minus the mean it has when the same contents fall on the orders at random; 95% interval over "
        "items. Zero is an order-blind model, however often it is wrong.",
    .chart = {.kind = ChartKind::kDots, .y_title = "excess PBS", .from_zero = true},
    .rows = [](const SectionInput& in) { return rows_of(in, {"excess_pbs"}); },
};

}  // namespace brink
