#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "brink/metrics/state_table.h"

namespace brink {

// Results on the states of one configuration, by metric, are computed together: metrics share what is costly.

/// How many directions the states take: state_dimension, state_twonn, ... of every column.
void add_geometry(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input);

/// What can be read from them: state_auroc, state_added_value, ... of every target. 1,000 label shuffles and five
/// repeats of five folds, which cost seconds, for 500 rows and fewer; 100 and one for more.
/// @param thorough  1,000 and five for any number, and every target at every point in every layer, not only
///                  `correct` at the prompt: minutes where states are many.
void add_probes(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input,
                bool thorough);

/// Probes of one mode on held-out items of the model's other modes: state_transfer. Where it is thorough, of the same
/// mode in other data sets and of other models with as many layers of the same width: state_transfer_dataset, _model.
/// An item that trained the probe, or chose its C, is never tested, whatever part it has on the other side.
void add_transfer(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input,
                  bool thorough);

/// An AUROC of test rows, or a difference of two; says why where it has no interval.
Result tested_result(const Estimate& value, const std::optional<stats::Interval>& interval);

/// Those of one metric in `input`, or one that says why there are none.
std::vector<Result> state_results(const MetricInput& input, std::string_view metric);

/// Columns of one point, and how a result names them.
std::map<std::string, std::vector<StateColumn>> columns_by_point(const StateTable& table);
inline constexpr const char *kPoint = "point", *kLayer = "layer", *kAllLayers = "all", *kTarget = "target";

}  // namespace brink
