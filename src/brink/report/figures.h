#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "brink/base/json.h"
#include "brink/metrics/metric.h"

namespace brink {

struct NamedFigure {
  std::string name;  // of a file: "pull-quiz"
  Json spec;         // Vega-Lite with its data
};

/// Every figure of the page that has data, a specification for every data set.
std::vector<NamedFigure> figures(std::span<const Result> results);

}  // namespace brink
