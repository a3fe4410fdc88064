#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kPullPanel{
    .id = "pull",
    .question = kOrder,
    .title = "How strongly places pull",
    .what =
        "Share of the answers at a place minus the share expected from the contents chosen, with its "
        "item-clustered 95% interval. Zero is a place without pull.",
    .chart = {.kind = ChartKind::kPlaces, .x = "slot", .x_title = "place shown", .y_title = "pull", .format = "+.2f"},
    .rows = [](const SectionInput& in) { return rows_of(in, {"pull"}); },
};

}  // namespace brink
