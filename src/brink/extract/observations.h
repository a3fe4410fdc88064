#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/extract/forced.h"
#include "brink/extract/reading.h"
#include "brink/model/record.h"
#include "brink/store/store.h"

namespace brink {

struct Profile;  // rules.h

/// One cell of the design with what its record was read as. Rows are the only thing metrics see.
struct Observation {
  RowKey key;
  const Item* item = nullptr;  // owned by Observations
  Variant variant;
  Sha256 record;             // id of the request that fills the cell
  bool imported = false;     // the record is from another tool's log
  std::vector<Given> given;  // what an imported log itself said, by scorer
  bool recorded = false;     // false = planned, not yet asked: left out of every table, counted as missing
  Reading reading;
  std::optional<Forced> forced;     // what the read-out says of the labels, where they were asked about
  int n_kept = 0;                   // tokens of the parent that the answer begins with; 0 where it is from no prefix
  std::optional<ReadOut> read_out;  // before the first token of the answer; its `top` stays in the store
  std::uint64_t text_hash = 0;      // of the text generated, where it follows another; draws are compared by it
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

/// Whether a row is a whole answer of the study proper: neither a repeat (trial) nor a reading in mid-trajectory. All
/// that metrics and reports count.
bool of_study(const RowKey& key);

/// Rows grouped by configuration, those that follow others left out; the spans point into obs.
std::map<Configuration, std::vector<const Observation*>> by_configuration(const Observations& obs);

/// How much of a reading rows keep: words and places are most of its size, and figures need few of them.
enum class Evidence {
  kAll,
  kOfFollowed,  // mentions, frame, flags and the words read only of answers that others follow: all that metrics ask
                // for
};

/// One completion as observe() reads it, labels and a tie included; `option` is not set.
Reading read_completion(const Profile& profile, const Completion& completion, const Item& item, const Variant& variant);

/// Reads every record of a store by a profile; offline, as often as one likes.
/// @param profile  for every mode; "" = by each mode's `reader` in the study that the store keeps ("robust" where it
///                 keeps none).
/// A label that was read maps to a slot, and the slot to an option, by each cell's own variant; the label of a tie to
/// neither. Labels that a reader does not know are no answer, and `note` says so. A cell without a record is a row with
/// recorded = false. A record that several cells share is read once. Only what is selected is read, items included.
/// Throws Error(kUsage) for an unknown profile, Error(kStore) when a cell's item is not in the store.
Observations observe(const Store& store, std::string_view profile = {}, const Selection& of = {},
                     Evidence evidence = Evidence::kAll);

}  // namespace brink
