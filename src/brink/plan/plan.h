#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/backend.h"
#include "brink/model/record.h"
#include "brink/study/study.h"

namespace brink {

/// Everything one configuration of a study asks, item by item.
struct PlannedItem {
  std::vector<Cell> cells;        // one per variant
  std::vector<Request> requests;  // requests[i] fills cells[i]
};

/// A model x data set x mode of the study, in the order it runs.
struct PlannedConfiguration {
  std::string model, dataset, mode;
  std::vector<PlannedItem> items;  // in run order: by SHA-256(seed, item hash)
};

/// The whole design of one model, a pure function of its arguments: data sets in the study's order, within each the
/// modes. Items are those that select_items() takes; a data set that is already selected gives the same plan.
/// Throws Error(kUsage) naming the item and line when a permutation set does not fit it.
/// @param datasets  one for every DataSpec of the study, found by name.
std::vector<PlannedConfiguration> plan(const Study& study, const ModelSpec& model, const ModelKey& key,
                                       std::span<const Dataset> datasets);

/// What is still to send: the bundles of a configuration without requests that have a record, in its order. A request
/// that several cells share is sent once.
/// @param recorded  ids that have a record; those returned join it, so that a later configuration does not repeat them.
std::vector<Bundle> to_send(const PlannedConfiguration& configuration, std::unordered_set<Sha256>& recorded);

/// The items a study takes of a data set: positional options dropped or refused as it says, then the subset, in run
/// order. Throws Error(kInput) naming the first item that has no options, since every mode asks for one of them, or
/// that on_positional_options = "error" refuses.
Dataset select_items(const Study& study, const DataSpec& spec, Dataset dataset);

}  // namespace brink
