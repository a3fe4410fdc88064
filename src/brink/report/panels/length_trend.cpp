#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/report/format.h"
#include "brink/report/panel.h"
#include "brink/report/panels/point_names.h"
#include "brink/stats/slope.h"

namespace brink {
namespace {

constexpr double kGreatestPbs = 1;  // for however many options

/// A bin's PBS at its mean length.
Json bins(const SectionInput& in) {
  Json out = Json::array();
  const Json lengths = rows_where(rows_of(in, {"bin_length"}), "bins", {"4"});
  for (Json& row : rows_where(rows_of(in, {"pbs_by_length"}), "bins", {"4"}))
    for (const Json& length : lengths)
      if (length["configuration"] == row["configuration"] && length["bin"] == row["bin"]) {
        row["part"] = "bin";
        row["label"] = "";
        row["length"] = length["value"];
        row.erase("bins");
        out.push_back(std::move(row));
        break;
      }
  return out;
}

Json of_configuration(const Json& rows, const std::string& name) {
  Json out = Json::array();
  for (const Json& row : rows)
    if (row["configuration"] == name) out.push_back(row);
  return out;
}

/// The paper's line: least squares through the means of the bins, all alike.
void add_line_of_means(Json& out, const Json& own) {
  std::vector<double> x, y;
  for (const Json& row : own) {
    x.push_back(row["length"].get<double>());
    y.push_back(row["value"].get<double>());
  }
  const auto slope = stats::slope(x, y);
  if (!slope) return;
  const auto mean = [](const std::vector<double>& v) {
    double sum = 0;
    for (const double one : v) sum += one / static_cast<double>(v.size());
    return sum;
  };
  for (const double at : {x.front(), x.back()}) {
    Json& row = out.emplace_back(own.front());
    for (const char* key : {"bin", "low", "high", "null", "p"}) row.erase(key);
    row["part"] = "means";
    row["label"] = "";
    row["length"] = at;
    row["value"] = mean(y) + *slope * (at - mean(x));
    row["n"] = own.size();
  }
}

Json rows(const SectionInput& in) {
  Json out = Json::array();
  const Json all_bins = bins(in);
  for (Json& row : with_number(rows_of(in, {"pbs_line"}), "chars")) {
    row["part"] = "line";
    row["label"] = "";
    row["length"] = row["chars"];
    row.erase("chars");
    // Far from most items a line leaves the values that PBS can have, and its band would set the scale.
    for (const char* key : {"value", "low", "high"})
      if (!row[key].is_null()) row[key] = std::clamp(row[key].get<double>(), 0.0, kGreatestPbs);
    out.push_back(std::move(row));
  }
  for (const Configuration& c : in.configurations) {
    Json own = of_configuration(all_bins, configuration_name(c));
    if (own.empty()) continue;
    const Result* rho = in.find(c, "length_correlation", {{"of", "pbs"}, {"correlation", "spearman"}});
    if (rho && rho->value) own.back()["label"] = typeset(fmt::format("ρ = {}", signed_text(rho->value)));
    add_line_of_means(out, own);
    for (Json& row : own) out.push_back(std::move(row));
  }
  thin_names(out, "label", "length", false);
  return out;
}

}  // namespace

extern constinit const Panel kLengthTrendPanel{
    .id = "length_trend",
    .question = kLength,
    .title = "PBS against length",
    .what =
        "Figure 2 of the paper: mean PBS of each quarter of the items at its mean length, with 95% intervals; dashed, "
        "the paper's line through the four means. The full line is fitted to the items, with a pointwise 95% band. ρ "
        "is "
        "the partial rank correlation with accuracy held fixed, which the lines do not do.",
    .chart = {.kind = ChartKind::kTrend,
              .x = "length",
              .x_title = "mean length, code points",
              .x_format = "~s",
              .y_title = "PBS",
              .label = "label",
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
