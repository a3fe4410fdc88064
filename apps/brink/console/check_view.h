#pragma once

#include <string>

#include "brink/pipeline/check.h"

namespace brink::cli {

/// A check as `brink check` prints it: data, what n can show, prompts with their traps, cost.
std::string view_check(const StudyCheck& check, int width);

}  // namespace brink::cli
