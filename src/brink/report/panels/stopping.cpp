#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "brink/report/panel.h"
#include "brink/report/panels/point_names.h"

namespace brink {
namespace {

bool is_beaten(const Json& row, const Json& rows) {
  for (const Json& other : rows)
    if (other["configuration"] == row["configuration"] && other["saved"] >= row["saved"] &&
        other["value"] >= row["value"] && (other["saved"] != row["saved"] || other["value"] != row["value"]))
      return true;
  return false;
}

Json rows(const SectionInput& in) {
  Json out = Json::array();
  const Json saved = rows_of(in, {"stop_saved"});
  for (Json& row : rows_of(in, {"stop_accuracy"}))
    for (const Json& one : saved)
      if (one["configuration"] == row["configuration"] && one["policy"] == row["policy"]) {
        row["saved"] = one["value"];
        out.push_back(row);
      }
  std::set<std::string> named;  // places that have a name already
  for (Json& row : out) {
    const bool first = named.insert(row["configuration"].dump() + row["saved"].dump() + row["value"].dump()).second;
    row["name"] = row["policy"] == "tuned" || (first && !is_beaten(row, out)) ? row["policy"] : Json("");
  }
  thin_names(out, "name", "saved", false);
  return out;
}

}  // namespace

extern constinit const Panel kStoppingPanel{
    .id = "stopping",
    .question = kRemedies,
    .title = "Stopping early",
    .what =
        "Accuracy when a policy stops the text against the share of the tokens it saves: up and to the right is "
        "better. It stops at n equal forced answers in a row (equal:n), at a lead of n nats (margin:n), at a variance "
        "of the entropy under v (eat:v), or after n tokens (budget:n). \"tuned\" is set on one half of the items and "
        "measured on the other; the others named, where there is room, are those that none beats at both. 95% "
        "intervals of those named.",
    .chart = {.kind = ChartKind::kScatter,
              .x = "saved",
              .x_title = "share of the tokens saved",
              .x_format = ".0%",
              .y_title = "accuracy",
              .format = ".0%",
              .label = "name"},
    .rows = rows,
};

}  // namespace brink
