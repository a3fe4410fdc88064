#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kCurveAccuracyPanel{
    .id = "curve_accuracy",
    .question = kCommitment,
    .title = "What stopping early would have scored",
    .what = "Accuracy of the answer forced at a share of the trajectory, with its 95% interval.",
    .chart = {.kind = ChartKind::kLines,
              .x = "at",
              .x_title = "share of the trajectory",
              .x_format = ".0%",
              .y_title = "accuracy if stopped",
              .format = ".0%"},
    .rows = [](const SectionInput& in) { return with_number(rows_of(in, {"curve_accuracy"}), "at"); },
};

}  // namespace brink
