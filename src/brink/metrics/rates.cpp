#include <algorithm>
#include <functional>

#include "brink/extract/states.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

bool has_states_alone(const MetricInput& input) {
  const auto all = input.all();
  return !all.empty() && std::ranges::all_of(all, [](const ItemRows* item) {
    return std::ranges::all_of(item->variants, [](const Observation* row) { return of_state_labels(*row); });
  });
}

/// Share of the answers that came back (no failed request) for which `is` holds, items as clusters.
Result rate(const MetricInput& input, const std::function<bool(const Observation&)>& is) {
  std::vector<stats::ClusterSum> sums;
  for (const ItemRows* item : input.all()) {
    stats::ClusterSum& s = sums.emplace_back(stats::ClusterSum{});
    for (const Observation* row : item->variants) {
      if (row->reading.status == Status::kError || of_state_labels(*row)) continue;
      s.sum += is(*row);
      s.n += 1;
    }
  }
  Result r = item_mean(input, sums, MeanOf::kShares);
  if (!r.value && has_states_alone(input)) r.reason = "imported states have no answers";
  for (const auto& [word, n] : left_out_of_all(input)) {
    if (word == to_string(Status::kError) || word == "missing" || word == "repeated item") r.left_out[word] = n;
  }
  return r;
}

std::vector<Result> extraction_rate(const MetricInput& input) {
  return {rate(input, [](const Observation& o) { return o.reading.status == Status::kOk; })};
}
std::vector<Result> truncation_rate(const MetricInput& input) {
  return {rate(input, [](const Observation& o) {
    return o.reading.status == Status::kTruncated || o.reading.status == Status::kTruncatedInReasoning;
  })};
}
std::vector<Result> unfinished_rate(const MetricInput& input) {
  return {rate(input, [](const Observation& o) { return o.reading.unfinished; })};
}
std::vector<Result> compliance(const MetricInput& input) {
  return {rate(input, [](const Observation& o) { return o.reading.status == Status::kOk && o.reading.rule == 1; })};
}

std::vector<Result> status_count(const MetricInput& input) {
  if (has_states_alone(input)) return {undefined("imported states have no answers")};
  std::vector<Result> rows;
  for (int s = 0; s < kNStatuses; ++s) {
    const auto status = static_cast<Status>(s);
    Result& r = rows.emplace_back();
    r.group["status"] = to_string(status);
    int n = 0;
    for (const ItemRows* item : input.all()) {
      r.n_clusters += !item->variants.empty();
      for (const Observation* row : item->variants) {
        ++r.n;
        n += row->reading.status == status;
      }
    }
    r.value = n;
    r.reason = "no interval: a count";
  }
  return rows;
}

}  // namespace

extern constinit const Metric kExtractionRate{
    .name = "extraction_rate",
    .summary = "Share of the answers that could be read; failed requests are left out.",
    .unit = "share",
    .source = "arXiv 2605.06672, sec. 4",
    .needs = "readings",
    .compute = extraction_rate,
};
extern constinit const Metric kStatusCount{
    .name = "status_count",
    .summary = "Records of each status; n = all records.",
    .unit = "records",
    .source = "brink",
    .needs = "readings",
    .compute = status_count,
};
extern constinit const Metric kTruncationRate{
    .name = "truncation_rate",
    .summary = "Share of the answers cut by a limit before an answer could be read, in the reasoning or after it.",
    .unit = "share",
    .source = "brink",
    .needs = "readings",
    .compute = truncation_rate,
};
extern constinit const Metric kUnfinishedRate{
    .name = "unfinished_rate",
    .summary = "Share of the answers whose thinking was opened and never closed.",
    .unit = "share",
    .source = "arXiv 2605.06672, app. A.4",
    .needs = "readings",
    .compute = unfinished_rate,
};
extern constinit const Metric kCompliance{
    .name = "compliance",
    .summary =
        "Share of the answers in the form the preset modes ask for: read by \"The answer is (X)\", the first "
        "pattern.",
    .unit = "share",
    .source = "arXiv 2605.06672, app. A.2",
    .needs = "readings",
    .compute = compliance,
};

}  // namespace brink
