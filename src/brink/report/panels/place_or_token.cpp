#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"slot_effect", "label_effect"});
  for (Json& row : out)
    row["what"] = row.contains("label") ? "label " + row["label"].get<std::string>()
                                        : "place " + row.value("slot", std::string());
  return out;
}

}  // namespace

extern constinit const Panel kPlaceOrTokenPanel{
    .id = "place_or_token",
    .question = kOrder,
    .title = "The place, or the token?",
    .what =
        "Log-odds by which a place, or a label, draws answers against the mean of its kind, the other held "
        "fixed; item-clustered 95 % interval. Asked under rotated labels.",
    .chart =
        {.kind = ChartKind::kPlaces, .x = "what", .x_title = "place or label", .y_title = "log-odds", .format = "+.2f"},
    .rows = rows,
};

}  // namespace brink
