#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "brink/stats/tally.h"

/// Test support: whole studies of a scripted model whose law of answers is known, which are run, stored, read, measured
/// and compared like any other.
namespace brink {

struct ScriptedStudies {
  std::string script = "doubt";  // "doubt:PULL:GROWTH": slot A draws by logits, and logits per log length
  int n_studies = 20, n_items = 100;
  std::uint64_t seed = 1;
};

struct ScriptedReports {
  struct Sums {
    int n = 0;
    double sum = 0, squares = 0;
  };

  /// A row for each p-value and interval that reports and comparisons of the studies give for whole configurations,
  /// named by metric and keys. Intervals are counted by whether they hold what is true where the order does not matter.
  stats::Calibration rows;
  std::map<double, Sums> excess_at;  // share of an item's answers that are right -> its excess PBS
  int n_unread = 0;                  // answers that were not read as they were meant; should be none
};

/// Ends the name of an interval over fewer than 100 items, which is not promised its coverage.
inline constexpr auto kFewItems = ", fewer than 100 items";

/// Each study has `n_items` items of 4 options in cyclic orders and two modes that follow the same law, with curves,
/// cuts and repeated answers.
/// @param folder  where the studies' data and stores are made, one at a time.
ScriptedReports report_on(const ScriptedStudies& studies, const std::filesystem::path& folder);

/// Whether what a row is of goes with difficulty or certainty, whatever the order does: raw PBS over length, what tells
/// right answers from wrong ones, how far confidence means what it says, and change rates of items held against each
/// other, since where an item commits goes with its length.
bool of_difficulty(const std::string& row);

}  // namespace brink
