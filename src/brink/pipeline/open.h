#pragma once

#include <memory>
#include <span>

#include "brink/dataset/item.h"
#include "brink/model/backend.h"
#include "brink/plan/plan.h"
#include "brink/study/study.h"

namespace brink {

/// Opens a model for a study: with sequences of their own for the read-outs of its curves, and memory for sequences as
/// long as its longest request alone.
/// @param selected  by select_items(), one for every DataSpec of the study
std::unique_ptr<Backend> open_for(const Study& study, const ModelSpec& model, std::span<const Dataset> selected);

/// Tokens of the longest request of a plan, with its answer and what follows that; 0 where the back end cannot count,
/// and where there are more than 20,000 requests to look at.
int most_tokens(std::span<const PlannedConfiguration> plan, const Backend& backend);

}  // namespace brink
