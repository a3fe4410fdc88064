#include "brink/metrics/support.h"
#include "brink/metrics/votes.h"
#include "brink/stats/mitigation.h"

namespace brink {
namespace {

std::vector<Result> residual(const MetricInput& input) {
  std::vector<std::pair<int, int>> majorities, averages;
  for (const ItemCurves& item : item_curves(input)) {
    const auto both = both_directions(item);
    if (!both) continue;
    majorities.emplace_back(majority_of(both->forth), majority_of(both->back));
    averages.emplace_back(average_of(both->forth), average_of(both->back));
  }
  if (majorities.empty())
    return {undefined("no item has curves in the shifts of both directions: permutations = \"both\"")};
  std::vector<Result> out;
  for (const auto& [policy, votes] : {std::pair{"majority", &majorities}, {"average", &averages}}) {
    const stats::VoteDisagreement found = stats::vote_disagreement(*votes);
    Result& r = out.emplace_back(estimated(found.share, found.interval));
    r.group["policy"] = policy;
    r.null = 0;
    r.n = r.n_clusters = found.n;
  }
  return out;
}

}  // namespace

extern constinit const Metric kVoteResidual{
    .name = "vote_residual",
    .summary =
        "Order effect that a vote over the shifts leaves: share of the items where the vote over the shifts of the "
        "file's order and that over the shifts of the reversed order choose different contents; Wilson interval.",
    .unit = "share",
    .source = "brink; statistics.md 8",
    .needs = "commitment curves, permutations = \"both\" or \"all\"",
    .compute = residual,
};

}  // namespace brink
