#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/states.h"
#include "brink/metrics/metric.h"
#include "brink/stats/item_split.h"
#include "brink/stats/recoverability.h"

namespace brink {

/// The answers of one configuration that states can be of: recorded and not failed.
struct StateTable {
  Configuration configuration;
  std::vector<const Observation*> answers;  // by item or group, then item id, hash, variant, trial
  std::vector<std::int64_t> items;          // [n] number of each answer's item, or of the group that labels give it
  std::vector<stats::Part> parts;           // [n] of its item, the same in every mode of the model
  StateRecords records;
  std::vector<StateColumn> columns;     // empty: no states were kept
  std::map<std::string, int> left_out;  // cells: "missing", "error", "repeated item"

  /// Answers of one item each, the first variant's: what measures of geometry take, whose rows must be independent.
  std::vector<std::size_t> one_each() const;
};

/// What an answer was graded: by its reading; of imported states, which have none, by their labels.
std::optional<bool> graded_right(const Observation& row);

/// What an answer asks, whatever its data set and options: stem and passage, or the group of imported labels.
Sha256 question_hash(const Observation& row);

/// What a configuration's states are asked. A unit is one answer, or an item with the mean of its answers' states.
struct StateQuestion {
  std::string_view target;                      // "correct", "flips", ...: state_targets()
  std::vector<std::vector<std::size_t>> units;  // places of the answers
  stats::ProbeQuestion probe;                   // of the units
  std::vector<stats::Part> parts;
  std::map<std::string, int> left_out;  // units without a class, by reason
};

struct StateTarget {
  std::string_view name, summary;
  bool of_items;  // units are items
};
std::span<const StateTarget> state_targets();

/// Every target's question. @param input  of the same configuration.
std::vector<StateQuestion> state_questions(const MetricInput& input, const StateTable& table);

/// States of the units that have them, [n, d], and which those are.
struct UnitStates {
  Eigen::MatrixXd x;
  std::vector<std::size_t> units;  // ascending
};
UnitStates unit_states(const StateRows& rows, const StateQuestion& question);

/// The question about some of its units.
StateQuestion take_units(const StateQuestion& question, const std::vector<std::size_t>& units);

/// Tables of every configuration of a study that has states.
class StateStudy {
 public:
  /// Reads which states there are, not the states. Items are split by hash, in strata of those right in none, some and
  /// all answers of their model, so that every mode and variant of an item is in one part (statistics.md 10).
  StateStudy(const Observations& obs, const Store& store, std::uint64_t seed);

  const Store& store() const { return *store_; }
  /// nullptr where the configuration has no states.
  const StateTable* find(const Configuration& configuration) const;
  const std::map<Configuration, StateTable>& tables() const { return tables_; }

 private:
  const Store* store_;
  std::map<Configuration, StateTable> tables_;
};

}  // namespace brink
