#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "brink/base/json.h"
#include "brink/metrics/metric.h"
#include "brink/report/panel.h"

namespace brink {

/// A panel drawn for one data set, and for one value of its chart's `part` where there are several figures.
struct PanelFigure {
  std::string dataset, part;  // part: in words, or ""
  std::string name;           // of its file, without ending: "pull-quiz"
  Json rows;
};

/// Those that have data.
std::vector<PanelFigure> panel_figures(const Panel& panel, std::span<const Configuration> configurations,
                                       std::span<const Result> results);

struct NamedFigure {
  std::string name;  // PanelFigure::name
  Json spec;         // Vega-Lite with its data
};

/// Every figure of the page that has data.
std::vector<NamedFigure> figures(std::span<const Result> results);

}  // namespace brink
