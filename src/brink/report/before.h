#pragma once

#include <span>
#include <string>

#include "brink/metrics/metric.h"
#include "brink/report/paper_tables.h"

namespace brink {

/// What a configuration knew before its first token, in a few sentences: forced answers, the entropy of the next token,
/// the probe of the hidden states, calibration; "" where none of it was asked.
std::string before_sentence(const Configuration& c, std::span<const Result> results);

/// The same numbers of every configuration that has any.
PaperTable before_table(std::span<const Result> results);

}  // namespace brink
