#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "brink/store/store.h"

namespace brink {

/// Two records of one id that answer differently. The one that was there first stays.
struct MergeConflict {
  Sha256 record;
  std::string what;  // where the answers part: "texts part after 14 characters: ...", "cell m quiz ... : ..."
};

/// What one store added to another.
struct MergeSummary {
  int n_records = 0;   // of the store read
  int n_added = 0;     // no record of that id was there
  int n_equal = 0;     // the same answer was there, or this is a failure
  int n_replaced = 0;  // a failure was there: the answer takes its place
  std::vector<MergeConflict> conflicts;
  std::vector<std::string> notes;  // what a person should know: another study, another data file, states left out
};

/// Joins everything a store holds into another: records by id, and studies, models, items, cells and anchors.
///
/// Equal records are kept once; a record whose text, tokens or end differ from one of the same id is never merged but
/// reported. A completion replaces a failure of the same id. A cell that names another record than the one there, since
/// the studies differ, is a conflict too. Merging again changes nothing. Provenance and states of an equal record are
/// those that were there first.
MergeSummary merge_into(Store& out, const Store& in);

}  // namespace brink
