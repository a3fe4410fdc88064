#pragma once

#include <cstdint>

#include "brink/stats/simulated_study.h"
#include "brink/stats/tally.h"

namespace brink::stats {

/// Every test and interval of the study of commitment and length, on seeded studies of a model.
/// @param n_draws  of the Monte-Carlo tests and the bootstrap.
Calibration calibrate(const SimulatedModel& model, int n_studies, int n_items, int n_draws, std::uint64_t seed);

}  // namespace brink::stats
