#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/backend.h"
#include "brink/model/record.h"
#include "brink/study/study.h"

namespace brink {

/// The items a study takes of a data set: positional options dropped or refused as it says, then the subset, then
/// the other form where it says so (the same questions in either), in run order, items with options before those
/// without. Throws Error(kInput) naming the first item that on_positional_options = "error" refuses, and Error(kUsage)
/// where no mode asks any of the items, or naming the first that the study's permutation set does not fit.
Dataset select_items(const Study& study, const DataSpec& spec, Dataset dataset);

/// The hidden states that are kept of a configuration's completions.
struct PlannedStates {
  std::vector<std::string> points;  // as StatesSpec; empty = none
  std::vector<Site> sites;          // at each point
  StateType type = StateType::kFloat16;
};

/// A model x data set x mode of the study. Its cells and requests are made from this in pieces, when they are needed:
/// those of a large study would not fit in memory.
struct PlannedConfiguration {
  std::string model, dataset, mode;
  std::span<const Item> items;  // in run order: by SHA-256(seed, item hash)
  ModeSpec how;
  PermutationSpec permutations;
  std::string labels;                     // base of a LabelSet
  bool label_rotate = false;              // a treatment "label_rotate" beside "none"
  std::vector<TreatmentSpec> treatments;  // of its completions; the last is "states" where states are kept
  PlannedStates states;
  Request common;  // what all requests have in common; its captures are the points of the input
};

/// A line for each mode and data set of which the mode leaves items out: see asks().
std::vector<std::string> not_asked(const Study& study, std::span<const Dataset> selected);

/// The design of one model, in the order it runs: data sets in the study's order, within each the modes that ask any of
/// its items.
/// @param selected  by select_items(), one for every DataSpec of the study, found by name; the plan looks into them.
/// @param n_layers  Capabilities::n_layers, which [states] may count in; see state_sites() for what that throws.
std::vector<PlannedConfiguration> plan(const Study& study, const ModelSpec& model, const ModelKey& key,
                                       std::span<const Dataset> selected, int n_layers = 0);

/// Everything one configuration asks about one item.
struct PlannedItem {
  std::vector<Cell> cells;        // one per variant; those of treatment "label_rotate" after the others
  std::vector<Request> requests;  // requests[i] fills cells[i]
};

/// The items from number `first` on that together have `n_requests` requests or a few more; none at the end.
/// A pure function: pieces one after the other are the whole configuration, whatever their size.
std::vector<PlannedItem> plan_piece(const PlannedConfiguration& configuration, std::size_t first,
                                    std::size_t n_requests = 4096);

/// What is still to send: bundles of the requests that have no record, in the order of the items. A request that
/// several cells share is sent once.
/// @param recorded  ids that have a record; those returned join it, so that a later piece does not repeat them.
std::vector<Bundle> to_send(std::vector<PlannedItem> piece, std::unordered_set<Sha256>& recorded);

}  // namespace brink
