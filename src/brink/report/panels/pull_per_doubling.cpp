#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kPullPerDoublingPanel{
    .id = "pull_per_doubling",
    .question = kLength,
    .title = "Does the pull grow with length?",
    .what =
        "Change of a place's log-odds, against the mean place, when the answer is twice as long; contents "
        "and difficulty are conditioned out. 95% interval.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "slot",
              .x_title = "place shown",
              .y_title = "log-odds per doubling",
              .format = "+.2f"},
    .rows = [](const SectionInput& in) { return rows_of(in, {"pull_per_doubling"}); },
};

}  // namespace brink
