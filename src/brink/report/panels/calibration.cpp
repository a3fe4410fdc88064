#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/metrics/entropy.h"
#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"calibration"});
  for (Json& row : out) {
    row["confidence"] = row["null"];
    const auto place = std::ranges::find(kReadAt, row["read_at"].get<std::string>(), &ReadAt::point);
    row["series"] = fmt::format("{}, {}", row["configuration"].get<std::string>(), place->name);
  }
  return out;
}

}  // namespace

extern constinit const Panel kCalibrationPanel{
    .id = "calibration",
    .question = kBefore,
    .title = "Is it as often right as it is sure?",
    .what =
        "Share of right answers against the probability of the most probable option, in tenths of that probability; "
        "95% "
        "Wilson interval, a point as large as its n. First order of each item. On the dashed line confidence means "
        "what it says, below it is too sure.",
    .chart = {.kind = ChartKind::kScatter,
              .x = "confidence",
              .x_title = "mean probability of the option put first",
              .x_format = ".0%",
              .y_title = "right",
              .series = "series",
              .format = ".0%",
              .size = "n",
              .identity = true},
    .rows = rows,
};

}  // namespace brink
