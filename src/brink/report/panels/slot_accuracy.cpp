#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kSlotAccuracyPanel{
    .id = "slot_accuracy",
    .question = kOrder,
    .title = "Accuracy by the place of the right option",
    .what = "Share of right answers among those whose right option stood at a place; flat without a preference.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "slot",
              .x_title = "place of the right option",
              .y_title = "accuracy",
              .format = ".0%"},
    .rows = [](const SectionInput& in) { return rows_of(in, {"gold_slot_accuracy"}); },
};

}  // namespace brink
