#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  return with_number(rows_where(rows_of(in, {"pbs_by_length"}), "bins", {"4"}), "bin");
}

}  // namespace

extern constinit const Panel kPbsByLengthPanel{
    .id = "pbs_by_length",
    .question = kLength,
    .title = "PBS by length",
    .what =
        "Complete items in four bins of equal size, the shortest answers first; mean PBS with its 95% "
        "interval. Harder items are longer and less consistent, so a rise alone is no effect of length: see "
        "the next figure.",
    .chart = {.kind = ChartKind::kLines,
              .x = "bin",
              .x_title = "quarter of the items by length",
              .y_title = "PBS",
              .whole_x = true,
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
