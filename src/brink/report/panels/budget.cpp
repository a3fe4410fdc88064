#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kBudgetPanel{
    .id = "budget",
    .question = kLength,
    .title = "Bias against an assigned length",
    .what =
        "Change of excess PBS, and of accuracy, when the number of tokens that every answer is given "
        "doubles. The length is assigned here, so that harder items are not the longer ones.",
    .chart = {.kind = ChartKind::kDots,
              .y_title = "change per doubling",
              .series = "of",
              .format = "+.3f",
              .from_zero = true},
    .rows = [](const SectionInput& in) { return name_metrics(rows_of(in, {"budget_slope"})); },
};

}  // namespace brink
