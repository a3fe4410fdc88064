#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kEntropyPanel{
    .id = "h_int",
    .question = kBefore,
    .title = "Uncertainty before the first token",
    .what =
        "Entropy of the next-token distribution at the end of the prompt, in bits, mean over the answers; 95% "
        "interval.",
    .chart = {.kind = ChartKind::kDots, .y_title = "entropy, bits", .format = ".2f", .from_zero = true},
    .rows = [](const SectionInput& in) { return rows_of(in, {"h_int"}); },
};

}  // namespace brink
