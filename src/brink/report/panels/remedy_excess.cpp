#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kRemedyExcessPanel{
    .id = "remedy_excess",
    .question = kRemedies,
    .title = "What the remedies leave of the order's effect",
    .what =
        "Excess PBS of the answers that a remedy gives, with its 95% interval. A vote or a mean over all "
        "orders is blind to them by construction and not drawn.",
    .chart = {.kind = ChartKind::kDots, .x = "policy", .y_title = "excess PBS", .format = ".3f", .from_zero = true},
    .rows = [](const SectionInput& in) { return rows_of(in, {"remedy_excess_pbs"}); },
};

}  // namespace brink
