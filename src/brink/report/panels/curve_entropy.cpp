#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kCurveEntropyPanel{
    .id = "curve_entropy",
    .question = kCommitment,
    .title = "Uncertainty along the way",
    .what = "Entropy of the forced option probabilities, in bits.",
    .chart = {.kind = ChartKind::kLines,
              .x = "at",
              .x_title = "share of the trajectory",
              .x_format = ".0%",
              .y_title = "entropy, bits",
              .format = ".2f",
              .from_zero = true},
    .rows = [](const SectionInput& in) { return with_number(rows_of(in, {"curve_entropy"}), "at"); },
};

}  // namespace brink
