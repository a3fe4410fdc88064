#include "brink/report/candidates.h"

#include <algorithm>
#include <functional>
#include <string>

namespace brink {

std::vector<const Result*> candidates(const SectionInput& in, const Configuration& c) {
  std::vector<const Result*> out;
  const auto has = [&](const char* metric) {
    const Result* r = in.find(c, metric);
    return r && r->value;
  };
  if (c.treatment != "none" || has("accuracy") || has("slot_prior_test")) return out;
  for (int i = 1;; ++i) {
    const Result* wins = in.find(c, "candidate_wins", {{"option", std::to_string(i)}});
    if (!wins || !wins->value) break;
    out.push_back(wins);
  }
  std::ranges::stable_sort(out, std::greater{}, [](const Result* r) { return *r->value; });
  return out;
}

}  // namespace brink
