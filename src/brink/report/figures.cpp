#include "brink/report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "brink/base/file_name.h"
#include "brink/report/panel.h"

namespace brink {
namespace {

/// The rows by the values of this member, in the order they come.
std::vector<std::pair<std::string, Json>> by_member(Json rows, const std::string& key) {
  std::vector<std::pair<std::string, Json>> out;
  for (Json& row : rows) {
    const std::string value = row.value(key, std::string());
    auto at = std::ranges::find(out, value, &std::pair<std::string, Json>::first);
    if (at == out.end()) at = out.insert(at, {value, Json::array()});
    at->second.push_back(std::move(row));
  }
  return out;
}

/// The page's light colours on white (assets/page.css, assets/theme.js): what a band and a null are is told by them.
Json paper_config() {
  constexpr auto kInk = "#1d1c1a", kMuted = "#5b5952", kLine = "#ddd9cf";
  const Json series{"#1261a6", "#bd4a00", "#00775a", "#a23c7c", "#7f6000", "#1f7fa6", "#6a4fb3", "#565656"};
  return {{"axis", {{"gridColor", kLine}, {"domain", false}, {"tickColor", kLine}, {"labelLimit", 240}}},
          {"view", {{"stroke", nullptr}}},
          {"range", {{"category", series}, {"diverging", {"#8fb8dc", "#fbf6e9", "#e2a55c"}}}},
          {"rule", {{"color", kMuted}}},
          {"point", {{"color", series[0]}, {"stroke", nullptr}, {"opacity", 1}}},
          {"line", {{"color", series[0]}}},
          {"area", {{"color", series[0]}}},
          {"style",
           {{"null", {{"color", kInk}, {"fill", kInk}}},
            {"identity", {{"color", kMuted}}},
            {"band", {{"color", kLine}, {"fill", kLine}}},
            {"point-label", {{"fontSize", 10.5}, {"fill", kMuted}}},
            {"cell", {{"stroke", "#ffffff"}, {"strokeWidth", 2}}},
            {"cell-label", {{"fontSize", 11.5}, {"fill", kInk}}}}}};
}

/// One legend for colours and shapes, with whole names: Vega-Lite joins the two where both name the same values. None
/// where the vertical axis names them.
void name_series(Json& spec, const Json& rows) {
  Json& encoding = spec["encoding"];
  for (const char* channel : {"color", "shape"}) {
    const auto of = encoding.find(channel);
    if (of == encoding.end() || of->value("type", "") != "nominal") continue;
    const std::string field = of->at("field");
    Json values = Json::array();
    for (const Json& row : rows)
      if (row.contains(field) && std::ranges::find(values, row[field]) == values.end()) values.push_back(row[field]);
    (*of)["scale"] = {{"domain", std::move(values)}};
    const auto y = encoding.find("y");
    const bool on_axis = y != encoding.end() && y->value("field", "") == field;
    (*of)["legend"] = on_axis ? Json(nullptr) : Json{{"symbolOpacity", 1}, {"labelLimit", 0}};
  }
}

}  // namespace

std::vector<PanelFigure> panel_figures(const Panel& panel, std::span<const Configuration> configurations,
                                       std::span<const Result> results) {
  std::map<std::string, std::vector<Configuration>> by_dataset;
  for (const Configuration& c : configurations) by_dataset[c.dataset].push_back(c);
  std::vector<PanelFigure> out;
  for (const auto& [dataset, own] : by_dataset) {
    Json rows = panel.rows({own, results});
    if (rows.empty()) continue;
    const std::string name = fmt::format("{}-{}", panel.id, file_safe(dataset));
    if (panel.chart.part.empty()) {
      out.push_back({dataset, "", name, std::move(rows)});
      continue;
    }
    for (auto& [part, of_part] : by_member(std::move(rows), std::string(panel.chart.part)))
      out.push_back({dataset, part, fmt::format("{}-{}", name, file_safe(part)), std::move(of_part)});
  }
  return out;
}

std::vector<NamedFigure> figures(std::span<const Result> results) {
  const std::vector<Configuration> configurations = all_configurations(results);
  std::vector<NamedFigure> out;
  for (const Panel* panel : panels())
    for (PanelFigure& figure : panel_figures(*panel, configurations, results)) {
      Json spec = vega_lite(*panel);
      spec["title"] =
          fmt::format("{}: {}{}{}", panel->title, figure.dataset, figure.part.empty() ? "" : ", ", figure.part);
      spec["width"] = 480;
      spec["config"] = paper_config();
      name_series(spec, figure.rows);
      spec["data"] = {{"values", std::move(figure.rows)}};
      out.push_back({std::move(figure.name), std::move(spec)});
    }
  return out;
}

}  // namespace brink
