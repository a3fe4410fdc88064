#pragma once

#include "brink/base/json.h"
#include "brink/pipeline/check.h"

namespace brink {

/// {"brink_check": 1, ...}: docs/check.md.
Json check_json(const StudyCheck& check);

/// "plain", "thinking open", "thinking closed".
std::string_view to_string(PromptEnd end);

}  // namespace brink
