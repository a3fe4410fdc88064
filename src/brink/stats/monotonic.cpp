#include "brink/stats/monotonic.h"

#include <cassert>

#include "brink/stats/finite.h"

namespace brink::stats {

Monotonicity monotonicity(std::span<const double> means) {
  assert(means.size() >= 2);
  Monotonicity out;
  for (std::size_t i = 0; i + 1 < means.size(); ++i) {
    if (means[i + 1] > means[i]) continue;
    out.strict = false;
    ++out.n_violations;
    if (!out.first_violation) out.first_violation = static_cast<int>(i);
    if (means[i + 1] < means[i]) {
      out.nondecreasing = false;
      ++out.n_inversions;
    }
  }
  out.gradient = means.back() - means.front();
  out.ratio = means.front() == 0 ? Estimate::undefined("first bin is 0") : finite(means.back() / means.front());
  return out;
}

}  // namespace brink::stats
