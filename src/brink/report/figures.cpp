#include "brink/report/figures.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "brink/base/file_name.h"
#include "brink/report/panel.h"

namespace brink {
std::string figure_name(const Panel& panel, const std::string& dataset) {
  return fmt::format("{}-{}", panel.id, file_safe(dataset));
}

std::vector<NamedFigure> figures(std::span<const Result> results) {
  std::map<std::string, std::vector<Configuration>> by_dataset;
  for (const Configuration& c : all_configurations(results)) by_dataset[c.dataset].push_back(c);
  std::vector<NamedFigure> out;
  for (const Panel* panel : panels())
    for (const auto& [dataset, configurations] : by_dataset) {
      Json rows = panel->rows({configurations, results});
      if (rows.empty()) continue;
      Json spec = vega_lite(*panel);
      spec["title"] = fmt::format("{}: {}", panel->title, dataset);
      spec["width"] = 480;
      spec["data"] = {{"values", std::move(rows)}};
      out.push_back({figure_name(*panel, dataset), std::move(spec)});
    }
  return out;
}

}  // namespace brink
