#pragma once

#include <span>
#include <string>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"

namespace brink {

struct TextReportOptions {
  int width = 80;                     // columns; tables that are wider go on below
  std::string group_by;               // a tag: further tables with a row per value
  std::vector<std::string> warnings;  // of the caller, as provenance_warnings(); shown with the notes
};

/// The result of a study for people: for each data set a table with a row per configuration, the verdicts in words,
/// and notes on what was left out; at the end how the figures are defined. UTF-8, ends with a newline.
/// @param results  compute_metrics() of `obs`, with the same group_by.
std::string text_report(const Observations& obs, std::span<const Result> results,
                        const TextReportOptions& options = {});

}  // namespace brink
