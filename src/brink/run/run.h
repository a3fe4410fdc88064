#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "brink/model/backend.h"
#include "brink/plan/plan.h"
#include "brink/store/store.h"

namespace brink {

/// What a run tells whoever watches; after every record.
struct Progress {
  std::string model, dataset, mode;
  int n_done = 0;  // records of this configuration, those found in the store included
  int n_total = 0;
  int n_failed = 0;
  int n_read = 0;                                       // of those made now, how many the reader gave an answer for
  int n_made = 0;                                       // made now
  long n_prefilled = 0, n_shared = 0, n_generated = 0;  // tokens, made now
  double elapsed_s = 0;                                 // of this configuration
  double store_s = 0;                                   // of it, spent storing and reading
};
using Watch = std::function<void(const Progress&)>;

struct RunSummary {
  int n_made = 0, n_found = 0, n_failed = 0;
  bool stopped = false;
  double wall_s = 0, plan_s = 0, store_s = 0, read_s = 0;
};

/// Sends what has no record, stores each response as it comes. Resuming is running again.
RunSummary run(std::span<const PlannedConfiguration> plan, Backend& backend, Store& store, std::stop_token stop,
               const Watch& watch);

}  // namespace brink
