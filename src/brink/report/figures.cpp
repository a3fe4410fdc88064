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
      spec["data"] = {{"values", std::move(figure.rows)}};
      out.push_back({std::move(figure.name), std::move(spec)});
    }
  return out;
}

}  // namespace brink
