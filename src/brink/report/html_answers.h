#pragma once

#include <span>

#include "brink/base/json.h"
#include "brink/report/verdict.h"

namespace brink {

/// The questions of a report in their order, each with a sentence for every configuration that has numbers for it, and
/// the paper's tables about it: [{"id", "question", "nothing", "answers": [{"dataset", "configuration", "text"}],
/// "tables": [{"id", "title", "what", "head", "rows", "n_labels"}]}]. `nothing` says what a study must ask for where
/// there is neither.
/// @param answered  whether anything was: imported states have no answers.
Json answers_json(std::span<const Verdict> verdicts, std::span<const Result> results, bool answered = true);

}  // namespace brink
