#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"
#include "brink/run/run.h"
#include "brink/store/store.h"
#include "brink/study/study.h"

namespace brink {

/// The library's front door: run a study, read and measure a store. Prints nothing.

/// Names a study's [model.X] tables may give as `backend`.
std::vector<std::string> backend_names();

/// What a run keeps without being told to: 8 GiB of hidden states.
inline constexpr double kMostStateBytes = 8.0 * 1024 * 1024 * 1024;

struct RunOptions {
  bool retry_failed = false;                  // ask again for what failed before
  std::string source_text = {};               // the study file as written, kept in the store
  double most_state_bytes = kMostStateBytes;  // of hidden states that the store is to get
};

/// What happened beside the records: shown to the person who ran it.
struct StudyOutcome {
  RunSummary summary;
  std::vector<std::string> warnings;  // dirt of the data, changed templates, ...
};

/// Runs or resumes a whole study into its store. Data sets are read, every item checked and every model opened once
/// before the store is made and the first token generated, so that a bad file costs nothing. Throws Error.
StudyOutcome run_study(const Study& study, const RunOptions& options, const std::stop_token& stop, const Watch& watch);

/// Readings and results of a store, offline.
struct Analysis {
  Observations observations;
  std::uint64_t seed = 0;  // of every resampling
  std::vector<Result> results;
};
struct AnalysisOptions {
  std::string group_by = {};  // name of an item tag ("subject"): every metric once more for each of its values
  std::string profile = {};   // how to read; "" = by each mode's reader
  bool per_item = true;       // whether the results have rows of single items
  bool thorough = false;      // hidden states by the whole protocol: StateSource::thorough
  SlotChoice preferred = {};  // the slot that answers which are cut may go to
  Evidence evidence = Evidence::kAll;
};
Analysis analyse(const Store& store, const AnalysisOptions& options = {});

}  // namespace brink
