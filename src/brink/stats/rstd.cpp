#include "brink/stats/rstd.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace brink::stats {

SlotRecalls slot_recalls(std::span<const int> n, std::span<const int> hits) {
  assert(n.size() == hits.size() && !n.empty());
  SlotRecalls out;
  for (std::size_t j = 0; j < n.size(); ++j) {
    out.recalls.push_back(n[j] > 0 ? Estimate::of(static_cast<double>(hits[j]) / n[j])
                                   : Estimate::undefined("no record"));
  }
  if (std::count(n.begin(), n.end(), 0) > 0) {
    out.rstd = Estimate::undefined("a position has no record");
    return out;
  }
  const double m = static_cast<double>(n.size());
  double mean = 0, squares = 0;
  for (const Estimate& r : out.recalls) mean += *r.value / m;
  for (const Estimate& r : out.recalls) squares += (*r.value - mean) * (*r.value - mean);
  out.rstd = Estimate::of(std::sqrt(squares / m));
  return out;
}

}  // namespace brink::stats
