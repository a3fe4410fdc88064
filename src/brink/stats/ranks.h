#pragma once

#include <span>
#include <vector>

namespace brink::stats {

/// Ranks 1..n, equal values sharing the mean of theirs (midranks, SciPy's "average").
/// @param values  not NaN.
std::vector<double> midranks(std::span<const double> values);

}  // namespace brink::stats
