#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"
#include "brink/stats/proportion.h"

namespace brink::stats {
namespace {

constexpr std::int64_t kMostTrials = 1'000'000'000'000'000;

Json to_json(const Interval& interval) { return {interval.low, interval.high}; }

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::int64_t k[2], n[2];
  for (const int group : {0, 1}) {
    const std::string number = std::to_string(group + 1);
    const Field successes = in.at("k" + number);
    n[group] = in.at("n" + number).integer(0, kMostTrials);
    k[group] = successes.integer(0, kMostTrials);
    if (k[group] > n[group]) successes.refuse("must be at most n" + number);
  }
  if (n[0] == 0 || n[1] == 0) {
    return {{"p1", nullptr},   {"p2", nullptr},       {"diff", nullptr},
            {"wald", nullptr}, {"newcombe", nullptr}, {"agresti_caffo", nullptr},
            {"z", nullptr},    {"p", nullptr},        {"reason", "empty group"}};
  }
  const TwoProportions t = two_proportions(k[0], n[0], k[1], n[1]);
  return {{"p1", t.p1},
          {"p2", t.p2},
          {"diff", t.diff},
          {"wald", to_json(t.wald)},
          {"newcombe", to_json(t.newcombe)},
          {"agresti_caffo", to_json(t.agresti_caffo)},
          {"z", stats::to_json(t.z)},
          {"p", stats::to_json(t.p)},
          {"reason", reason(t.z.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedTwoProp{
    .name = "two_prop",
    .summary = "difference of two independent proportions",
    .help =
        "in:\n"
        "  k1, n1, k2, n2  successes and trials of the two groups\n"
        "out:\n"
        "  p1, p2, diff = p1 - p2; 95 % intervals newcombe (hybrid Wilson score: the recommended one), wald,\n"
        "  agresti_caffo; z (pooled) and its two-sided p, null without variance; a group without trials: null, "
        "reason\n",
    .source = "Newcombe 1998, method 10; Agresti & Caffo 2000",
    .compute = compute,
};

}  // namespace brink::stats
