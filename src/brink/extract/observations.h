#pragma once

#include <map>
#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/extract/reading.h"
#include "brink/model/record.h"
#include "brink/store/store.h"

namespace brink {

/// One cell of the design with what its record was read as. Rows are the only thing metrics see.
struct Observation {
  RowKey key;
  const Item* item = nullptr;  // owned by Observations
  Variant variant;
  bool recorded = false;  // false = planned, not yet asked: left out of every table, counted as missing
  Reading reading;
  std::optional<ReadOut> read_out;  // before the first token of the answer; its `top` stays in the store
  Usage usage;
  Finish finish = Finish::kEnd;
};

/// A configuration: what tables have a row for.
struct Configuration {
  std::string model, dataset, mode, treatment;
  auto operator<=>(const Configuration&) const = default;
};

/// All rows of a study, one per cell, sorted by configuration, item id, occurrence, variant. Rows point into `items`:
/// moving keeps them valid, a copy's rows still point into the original.
struct Observations {
  std::vector<std::vector<Item>> items;  // per data set; keeps what Observation::item points to
  std::vector<Observation> rows;
};

/// Rows grouped by configuration; the spans point into obs.
std::map<Configuration, std::vector<const Observation*>> by_configuration(const Observations& obs);

/// Reads every record of a store by a profile; offline, as often as one likes.
/// @param profile  for every mode; "" = by each mode's `reader` in the study that the store keeps ("paper" where it
///                 keeps none).
/// A label that was read maps to a slot, and the slot to an option, by each cell's own variant; the label of a tie to
/// neither. Labels that a reader does not know are no answer, and `note` says so. A cell without a record is a row with
/// recorded = false. A record that several cells share is read once. Only what is selected is read, items included.
/// Throws Error(kUsage) for an unknown profile, Error(kStore) when a cell's item is not in the store.
Observations observe(const Store& store, std::string_view profile = {}, const Selection& of = {});

}  // namespace brink
