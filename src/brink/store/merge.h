#pragma once

#include <filesystem>
#include <span>
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
/// Equal records are kept once; a record whose text, tokens, end or hidden states (at a site that both have, kept as
/// the same type) differ from one of the same id is never merged but reported. A completion replaces a failure of the
/// same id. A cell that names another record than the one there, since the studies differ, is a conflict too. Merging
/// again changes nothing. Provenance, and states at sites that only one has, are those that were there first. All of it
/// enters or, where an Error ends it, nothing.
MergeSummary merge_into(Store& out, const Store& in);

/// The same of several, in this order, into a file that is made when there is none: all of them enter or, where an
/// Error ends it or the process dies, none, and a file that was not there is not made.
/// @return  a summary for each. Throws Error(kUsage) where one of them is `out`.
std::vector<MergeSummary> merge_files(const std::filesystem::path& out, std::span<const std::string> stores);

}  // namespace brink
