#include "brink/stats/monotonic.h"

#include <cmath>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

Json undefined(const char* why) {
  return {
      {"strict", nullptr},          {"nondecreasing", nullptr}, {"n_violations", nullptr}, {"n_inversions", nullptr},
      {"first_violation", nullptr}, {"gradient", nullptr},      {"ratio", nullptr},        {"reason", why}};
}

Json compute(const Json& input) {
  std::vector<double> means;
  bool missing = false;
  for (const Field& mean : input_object(input).at("means").list()) {
    means.push_back(mean.number());
    if (std::isinf(means.back())) mean.refuse("must be a finite number or null");
    missing = missing || std::isnan(means.back());
  }
  if (means.size() < 2) return undefined("fewer than two bins");
  if (missing) return undefined("missing bin");
  const Monotonicity m = monotonicity(means);
  return {{"strict", m.strict},
          {"nondecreasing", m.nondecreasing},
          {"n_violations", m.n_violations},
          {"n_inversions", m.n_inversions},
          {"first_violation", m.first_violation ? Json(*m.first_violation) : Json(nullptr)},
          {"gradient", to_json(m.gradient)},
          {"ratio", to_json(m.ratio)},
          {"ratio_reason", reason(m.ratio.why_undefined)},
          {"reason", nullptr}};
}

}  // namespace

extern constinit const NamedStatistic kNamedMonotonic{
    .name = "monotonic",
    .summary = "do bin means rise from bin to bin",
    .help =
        "in:\n"
        "  means  per bin, in order; null where a bin has none\n"
        "out:\n"
        "  strict (every difference > 0), nondecreasing (>= 0), n_violations (<= 0), n_inversions (< 0)\n"
        "  first_violation  0-based i of the first pair (i, i+1) that does not rise; null without one\n"
        "  gradient = last - first, ratio = last / first (null where first is 0)\n"
        "  a missing bin, or fewer than two: everything null with reason\n",
    .source = "More Thinking, More Bias, Table 3",
    .compute = compute,
};

}  // namespace brink::stats
