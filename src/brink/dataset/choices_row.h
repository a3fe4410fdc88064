#pragma once

#include "brink/base/json.h"
#include "brink/dataset/collector.h"

namespace brink {

/// Reads a row of the schema that ARC, CommonsenseQA and OpenBookQA share, in either spelling:
/// {"id", "question": {"stem", "choices": [{"text", "label"}]}, "answerKey"} of the first releases, or
/// {"id", "question", "choices": {"text": [], "label": []}, "answerKey"}. The key is one of the row's own labels.
RawItem read_choices_row(const Json& row, int line);

/// Whether a row (or nullptr) has a question and choices in one of those spellings.
bool is_choices_row(const Json* row);

}  // namespace brink
