#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"
#include "brink/run/run.h"
#include "brink/store/store.h"
#include "brink/study/study.h"

namespace brink {

/// The library's front door: run a study, read and measure a store. Prints nothing.

struct RunOptions {
  bool retry_failed = false;
  std::string source_text;  // the study file as written, kept in the store
};

/// Runs or resumes a whole study into its store. Data sets are read first, so that a bad file costs no token.
RunSummary run_study(const Study& study, const RunOptions& options, std::stop_token stop, const Watch& watch);

/// Readings and results of a store, offline.
struct Analysis {
  Observations observations;
  std::vector<Result> results;
};
Analysis analyse(const Store& store, std::string_view group_by = {});

}  // namespace brink
