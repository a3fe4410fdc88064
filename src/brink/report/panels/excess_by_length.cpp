#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  return with_number(rows_where(rows_of(in, {"excess_pbs_by_length"}), "bins", {"4"}), "bin");
}

}  // namespace

extern constinit const Panel kExcessByLengthPanel{
    .id = "excess_by_length",
    .question = kLength,
    .title = "Excess PBS by length",
    .what =
        "What is left of PBS in each bin once the contents chosen are accounted for; 95% interval. Zero is "
        "no effect of the order.",
    .chart = {.kind = ChartKind::kLines,
              .x = "bin",
              .x_title = "quarter of the items by length",
              .y_title = "excess PBS",
              .whole_x = true,
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
