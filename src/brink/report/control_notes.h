#pragma once

#include <span>
#include <string>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// What the controls of a study say about a configuration, a sentence each: slots and labels told apart, the slot prior
/// of generated items beside the pull on this data set, and how comparisons of two answers went.
std::vector<std::string> control_notes(const Configuration& configuration, std::span<const Result> results);

}  // namespace brink
