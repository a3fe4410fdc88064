#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// What a section sees: the configurations of one data set and all results.
struct SectionInput {
  std::span<const Configuration> configurations;
  std::span<const Result> results;
  int width = 80;

  const Result* find(const Configuration& c, std::string_view metric,
                     const std::map<std::string, std::string>& more = {}) const {
    return find_result(results, c, metric, more);
  }
};

/// One row of the table in sections/sections.cpp: a part of the text report that only some studies have.
struct Section {
  std::string_view title;
  std::string (*text)(const SectionInput&);  // lines; "" where the study has nothing for it
  bool needs_orders = false;                 // nothing to say where every item is put in one order
};

std::span<const Section* const> sections();

/// Those that any result is of, of all data sets.
std::vector<Configuration> all_configurations(std::span<const Result> results);

/// "model mode", with the treatment where there is one.
std::string configuration_name(const Configuration& c);

}  // namespace brink
