#pragma once

#include <vector>

#include "brink/report/section.h"

namespace brink {

/// The shares that the candidates of a configuration win (metric candidate_wins), the best first; none where items have
/// a right answer, so that what is first in the file is no candidate, were generated, or have different numbers of
/// options.
std::vector<const Result*> candidates(const SectionInput& in, const Configuration& c);

}  // namespace brink
