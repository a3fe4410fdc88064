#include <optional>

#include "brink/metrics/support.h"

namespace brink {
namespace {

struct Value {
  std::optional<double> value;
  std::string why_undefined;
};

/// Mean over answers with items as clusters; answers without a value are left out and counted by reason.
template <class Of>
std::vector<Result> mean_over_answers(const MetricInput& input, MeanOf what, Of&& of) {
  std::vector<stats::ClusterSum> sums;
  std::map<std::string, int> reasons;
  for (const ItemRows& item : input.items) {
    stats::ClusterSum& s = sums.emplace_back(stats::ClusterSum{});
    for (const Observation* row : item.variants) {
      if (row->reading.status == Status::kError) {
        ++reasons[std::string(to_string(Status::kError))];
        continue;
      }
      const Value v = of(row->reading);
      if (!v.value) {
        ++reasons[v.why_undefined];
        continue;
      }
      s.sum += *v.value;
      s.n += 1;
    }
  }
  Result r = item_mean(input, sums, what);
  r.left_out = std::move(reasons);
  for (const auto& [word, n] : left_out(input)) {
    if (word == "missing" || word == "repeated item") r.left_out[word] = n;
  }
  return {r};
}

std::vector<Result> ccp(const MetricInput& input) {
  return mean_over_answers(input, MeanOf::kShares, [](const Reading& r) {
    return Value{r.trajectory.ccp, r.trajectory.ccp_reason};
  });
}
std::vector<Result> ccp_eq2(const MetricInput& input) {
  return mean_over_answers(input, MeanOf::kShares, [](const Reading& r) {
    return Value{r.trajectory.ccp_eq2, r.trajectory.ccp_reason};
  });
}
std::vector<Result> switches(const MetricInput& input) {
  return mean_over_answers(input, MeanOf::kNumbers, [](const Reading& r) {
    if (r.n_chars <= 0) return Value{std::nullopt, "empty text"};
    return Value{1000.0 * r.trajectory.n_switches / r.n_chars, {}};
  });
}

}  // namespace

extern constinit const Metric kCcp{
    .name = "ccp",
    .summary =
        "Content commitment point by appendix A.3: where the mentions agree with the answer for good, mean over "
        "the answers it is defined for; 0 where every mention agrees.",
    .unit = "share of the trajectory",
    .source = "arXiv 2605.06672, app. A.3",
    .needs = "text",
    .compute = ccp,
};
extern constinit const Metric kCcpEq2{
    .name = "ccp_eq2",
    .summary =
        "Content commitment point by equation 2: where the closing run of the answer's letter begins; 1 where "
        "there is none.",
    .unit = "share of the trajectory",
    .source = "arXiv 2605.06672, eq. 2",
    .needs = "text",
    .compute = ccp_eq2,
};
extern constinit const Metric kSwitches{
    .name = "switches",
    .summary = "Adjacent mentions of different letters per 1,000 code points of the trajectory, mean over answers.",
    .unit = "per 1,000 code points",
    .source = "arXiv 2605.06672, sec. 3.3",
    .needs = "text",
    .compute = switches,
};

}  // namespace brink
