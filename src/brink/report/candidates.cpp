#include "brink/report/candidates.h"

#include <algorithm>
#include <functional>
#include <string>

namespace brink {

std::vector<const Result*> candidates(const SectionInput& in, const Configuration& c) {
  std::vector<const Result*> out;
  const Result* accuracy = in.find(c, "accuracy");
  if (c.treatment != "none" || (accuracy && accuracy->value)) return out;
  for (int i = 1;; ++i) {
    const Result* wins = in.find(c, "candidate_wins", {{"option", std::to_string(i)}});
    if (!wins || !wins->value) break;
    out.push_back(wins);
  }
  std::ranges::stable_sort(out, std::greater{}, [](const Result* r) { return *r->value; });
  return out;
}

}  // namespace brink
