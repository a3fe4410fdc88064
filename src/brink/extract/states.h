#pragma once

#include <Eigen/Core>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/observations.h"

namespace brink {

/// Points of an answer's own record; the others are RowKey::point of what follows it: "first_output", "last_think", ...
inline constexpr std::string_view kLastPrompt = "last_prompt", kMeanPrompt = "mean_prompt";

/// Whether a row is one of imported states: it has no text, and what is known of it is what a person's labels say.
bool of_state_labels(const Observation& row);

/// A column of hidden states: where in the trajectory, and where in the forward pass.
struct StateColumn {
  std::string point;
  Site site;
  auto operator<=>(const StateColumn&) const = default;
};

/// "12" for the output of block 12, "0" for the embeddings, "final" for the normed last state.
std::string layer_name(const Site& site);

/// The records that hold the states of some answers.
struct StateRecords {
  std::vector<Sha256> own;                           // [n_answers]
  std::map<std::string, std::vector<Sha256>> after;  // point -> [n_answers], zero where there is none
};

/// @param answers  rows of the study proper, each filled once.
StateRecords state_records(const Observations& obs, std::span<const Observation* const> answers);

/// The columns that any of the answers has a state in, ordered by point, then depth.
std::vector<StateColumn> state_columns(const Store& store, const StateRecords& records);

/// One column of some answers.
struct StateRows {
  Eigen::MatrixXf x;                    // [rows.size(), d], finite
  std::vector<std::size_t> rows;        // places of the answers, ascending
  std::map<std::string, int> left_out;  // answers, by reason: "no state", "state is not finite"
  std::string why_none;  // set where x is empty: "no state", or two records whose states differ in length
};

/// Reads that column and no other.
StateRows read_states(const Store& store, const StateRecords& records, const StateColumn& column);

}  // namespace brink
