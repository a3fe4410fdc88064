#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  return name_metrics(rows_where(rows_of(in, {"length_correlation"}), "correlation", {"spearman"}));
}

}  // namespace

extern constinit const Panel kLengthCorrelationPanel{
    .id = "length_correlation",
    .question = kLength,
    .title = "Length and bias, accuracy held fixed",
    .what =
        "Partial rank correlation of an item's length with its PBS and its excess PBS; 95% interval. The "
        "published analysis is that of PBS.",
    .chart = {.kind = ChartKind::kDots,
              .y_title = "partial Spearman correlation",
              .series = "of",
              .format = "+.2f",
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
