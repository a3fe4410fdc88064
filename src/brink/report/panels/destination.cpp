#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"destination_pull"});
  for (Json& row : out)
    row["series"] = row["configuration"].get<std::string>() + ", " + row.value("cut", std::string());
  return out;
}

}  // namespace

extern constinit const Panel kDestinationPanel{
    .id = "destination",
    .question = kCommitment,
    .title = "Where changed answers go",
    .what =
        "Share of the changes that go to a place, less what the contents explain; 95% interval. Zero is no "
        "preference.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "slot",
              .x_title = "place",
              .y_title = "pull on changes",
              .series = "series",
              .format = "+.2f"},
    .rows = rows,
};

}  // namespace brink
