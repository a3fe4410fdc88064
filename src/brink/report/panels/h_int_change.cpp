#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {

extern constinit const Panel kEntropyShiftPanel{
    .id = "h_int_change",
    .question = kBefore,
    .title = "What another way of asking does to it",
    .what =
        "Entropy of the next token before the first, less that of the mode in the legend, on the same items; 95% "
        "interval. Below zero the mode starts surer, above zero less sure.",
    .chart = {.kind = ChartKind::kDots,
              .y_title = "change of entropy, bits",
              .series = "against",
              .series_title = "less that of",
              .format = "+.2f",
              .from_zero = true},
    .rows =
        [](const SectionInput& in) {
          Json rows = Json::array();  // of another mode, not of the same questions in another form
          for (Json& row : rows_of(in, {"h_int_change"}))
            if (row.value("against", Json()).is_string()) rows.push_back(std::move(row));
          return rows;
        },
};

}  // namespace brink
