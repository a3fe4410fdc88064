#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "brink/base/json.h"
#include "brink/metrics/metric.h"
#include "brink/report/panel.h"

namespace brink {

struct NamedFigure {
  std::string name;  // figure_name(): "pull-quiz"
  Json spec;         // Vega-Lite with its data
};

/// What the file of a panel's figure of a data set is called, without its ending.
std::string figure_name(const Panel& panel, const std::string& dataset);

/// Every figure of the page that has data, a specification for every data set.
std::vector<NamedFigure> figures(std::span<const Result> results);

}  // namespace brink
