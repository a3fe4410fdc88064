#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"change_rate"})) {
    if (!row.contains("bucket")) continue;
    row["series"] = row["configuration"].get<std::string>() + ", " + row.value("cut", std::string());
    out.push_back(row);
  }
  return out;
}

}  // namespace

extern constinit const Panel kChangeRatePanel{
    .id = "change_rate",
    .question = kCommitment,
    .title = "Does cutting it short change the answer?",
    .what =
        "Share of sampled continuations that answer another content, by how much of the answer was kept; 95% "
        "interval. Placebo cuts fall regardless of the commitment point. Below 30 answers a bucket says "
        "little.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "bucket",
              .x_title = "share of the tokens kept",
              .y_title = "changed",
              .series = "series",
              .format = ".0%"},
    .rows = rows,
};

}  // namespace brink
