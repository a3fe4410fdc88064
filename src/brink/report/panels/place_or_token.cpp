#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"slot_effect", "label_effect"});
  for (Json& row : out) {
    const char* kind = row.contains("label") ? "label" : "place";
    row["what"] = fmt::format("{} {}", kind, row.value(row.contains("label") ? "label" : "slot", std::string()));
  }
  return out;
}

}  // namespace

extern constinit const Panel kPlaceOrTokenPanel{
    .id = "place_or_token",
    .question = kOrder,
    .title = "The place, or the token?",
    .what =
        "Log-odds by which a place, or a label, draws answers against the mean of its kind, the other held "
        "fixed; item-clustered 95% interval. Asked under rotated labels.",
    .chart =
        {.kind = ChartKind::kPlaces, .x = "what", .x_title = "place or label", .y_title = "log-odds", .format = "+.2f"},
    .rows = rows,
};

}  // namespace brink
