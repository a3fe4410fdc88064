#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kCurveAgreementPanel{
    .id = "curve_agreement",
    .question = kCommitment,
    .title = "Commitment curve",
    .what =
        "Share of the forced answers that are already the last one. 1 from the left on is an answer known "
        "before the first token.",
    .chart = {.kind = ChartKind::kLines,
              .x = "at",
              .x_title = "share of the trajectory",
              .x_format = ".0%",
              .y_title = "agrees with the last",
              .format = ".0%"},
    .rows = [](const SectionInput& in) { return with_number(rows_of(in, {"curve_agreement"}), "at"); },
};

}  // namespace brink
