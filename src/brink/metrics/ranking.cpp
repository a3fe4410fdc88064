// Candidates that every item has at the same place of its file, such as the answers of m systems: who wins, whatever
// the order they were shown in.
#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

std::vector<Result> candidate_wins(const MetricInput& input) {
  const int m = common_m(input);
  if (m == 0) return {undefined("items have different numbers of options")};
  std::vector<Result> out;
  for (int candidate = 0; candidate < m; ++candidate) {
    std::vector<stats::ClusterSum> sums;
    for (const ItemRows& item : input.items) {
      stats::ClusterSum& sum = sums.emplace_back(stats::ClusterSum{});
      for (const Observation* row : item.variants) {
        if (!row->reading.option) continue;
        sum.sum += *row->reading.option == candidate ? 1 : 0;
        ++sum.n;
      }
    }
    Result& r = out.emplace_back(item_mean(input, std::move(sums), MeanOf::kShares));
    r.group["option"] = std::to_string(candidate + 1);
    if (r.value) r.null = 1.0 / m;
    r.left_out = left_out(input);
  }
  return out;
}

}  // namespace

extern constinit const Metric kCandidateWins{
    .name = "candidate_wins",
    .summary =
        "Share of the answers that choose the file's first option, its second, ...: a ranking of candidates where "
        "every "
        "item has them in one order; over a balanced set of orders each was shown everywhere equally often.",
    .unit = "share",
    .source = "Zheng et al. 2023 (MT-Bench)",
    .needs = "readings",
    .compute = candidate_wins,
};

}  // namespace brink
