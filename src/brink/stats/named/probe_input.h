#pragma once

#include <vector>

#include "brink/stats/named/field.h"
#include "brink/stats/probe.h"

namespace brink::stats {

/// The field `grid`: values of C, or the default ones.
std::vector<double> read_grid(const Field& in);

ProbeData read_data(const Field& states, const Field& labels, const Field& split);

Estimate auroc_on(const LinearProbe& probe, const ProbeData& part);

}  // namespace brink::stats
