#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"
#include "brink/report/panels/point_names.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (Json& row : rows_of(in, {"pbs"}))
    for (const Json& length : rows_of(in, {"length_chars"}))
      if (length["configuration"] == row["configuration"] && length["value"].get<double>() > 0) {
        row["length"] = length["value"];
        out.push_back(row);
      }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i]["number"] = std::to_string(i + 1);
    out[i]["series"] = fmt::format("{}: {}", i + 1, out[i]["configuration"].get<std::string>());
  }
  thin_names(out, "number", "length", true);
  return out;
}

}  // namespace

extern constinit const Panel kTwoSourcesPanel{
    .id = "two_sources",
    .question = kLength,
    .title = "Two sources of bias",
    .what =
        "PBS of every configuration against the mean length of its answers (log scale), with 95% intervals. "
        "A bias of the model itself shows at the left, one that comes with length climbs to the right.",
    .chart = {.kind = ChartKind::kScatter,
              .x = "length",
              .x_title = "mean length, code points",
              .x_format = "~s",
              .y_title = "PBS",
              .series = "series",
              .label = "number",
              .log_x = true,
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
