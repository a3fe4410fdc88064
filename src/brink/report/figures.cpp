#include "brink/report/figures.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

// A data set's name may hold anything; a file's here may not.
std::string file_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    out += plain ? c : '_';
  }
  return out;
}

}  // namespace

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
      out.push_back({fmt::format("{}-{}", panel->id, file_name(dataset)), std::move(spec)});
    }
  return out;
}

}  // namespace brink
