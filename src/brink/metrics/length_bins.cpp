#include "brink/stats/length_bins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "brink/metrics/measured.h"
#include "brink/metrics/minima.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

constexpr int kBinCounts[] = {3, 4, 5, 10};

/// Items of one difficulty.
struct Stratum {
  const char* name;
  bool (*holds)(double accuracy);
};
constexpr Stratum kStrata[] = {{"none right", [](double share) { return share == 0; }},
                               {"some right", [](double share) { return share > 0 && share < 1; }},
                               {"all right", [](double share) { return share == 1; }}};

/// @param excess   bins of excess PBS; else of PBS
/// @param stratum  its items alone; null = all, those without a right option too
std::vector<stats::LengthItem> length_items(const MetricInput& input, bool excess, const Stratum* stratum = nullptr) {
  std::vector<stats::LengthItem> out;
  for (const MeasuredItem& item : measured_items(input)) {
    if (excess && item.answers->m() < 3) continue;
    if (stratum && !(item.accuracy && stratum->holds(*item.accuracy))) continue;
    out.push_back({item.length, excess ? item.excess : item.pbs, item.least, item.greatest});
  }
  return out;
}

Result bin_result(const stats::LengthBin& bin, int k, int i, bool excess) {
  Result r = estimated(bin.mean, bin.interval);
  r.group = {{"bins", std::to_string(k)}, {"bin", std::to_string(i + 1)}};
  if (excess) r.null = 0;
  r.n = r.n_clusters = bin.n;
  drop_interval_of_few(r);
  if (bin.n_incomplete > 0) r.left_out["incomplete item"] = bin.n_incomplete;
  return r;
}

std::string few_items() { return fewer_than(kMinTrend, "complete items, or unbalanced permutations"); }

bool few(const std::vector<stats::LengthItem>& items) {
  return std::ranges::count_if(items, [](const stats::LengthItem& item) { return item.y.has_value(); }) < kMinTrend;
}

std::vector<Result> binned(const MetricInput& input, const std::vector<stats::LengthItem>& items, bool excess) {
  if (few(items)) return {undefined(few_items())};
  std::vector<Result> out;
  for (const int k : kBinCounts) {
    const stats::LengthBins bins = stats::length_bins(items, k, input.n_bootstrap, input.seed, input.resamples);
    for (std::size_t i = 0; i < bins.bins.size(); ++i)
      out.push_back(bin_result(bins.bins[i], k, static_cast<int>(i), excess));
  }
  return out;
}

std::vector<Result> binned(const MetricInput& input, bool excess) {
  if (!excess && mixed_m(input)) return {undefined("mixed option counts: see excess_pbs_by_length")};
  return binned(input, length_items(input, excess), excess);
}

std::vector<Result> binned_in_strata(const MetricInput& input, bool excess) {
  if (!excess && mixed_m(input)) return {undefined("mixed option counts: see excess_pbs_by_length_at_accuracy")};
  std::vector<Result> out;
  for (const Stratum& stratum : kStrata)
    for (Result& r : binned(input, length_items(input, excess, &stratum), excess)) {
      r.group["accuracy"] = stratum.name;
      out.push_back(std::move(r));
    }
  return out;
}

std::vector<Result> pbs_by_length(const MetricInput& input) { return binned(input, false); }
std::vector<Result> excess_by_length(const MetricInput& input) { return binned(input, true); }
std::vector<Result> pbs_in_strata(const MetricInput& input) { return binned_in_strata(input, false); }
std::vector<Result> excess_in_strata(const MetricInput& input) { return binned_in_strata(input, true); }

std::vector<Result> monotonic(const MetricInput& input) {
  if (mixed_m(input)) return {undefined("mixed option counts")};
  const std::vector<stats::LengthItem> items = length_items(input, false);
  if (few(items)) return {undefined(few_items())};
  std::vector<Result> out;
  for (const int k : kBinCounts) {
    const stats::LengthBins bins = stats::length_bins(items, k, 0, input.seed);
    if (bins.bins.empty()) continue;
    Result& r = out.emplace_back();
    r.group["bins"] = std::to_string(k);
    r.value = static_cast<double>(bins.violations.size());
    r.reason = bins.violations.empty()
                   ? "no interval: a count"
                   : fmt::format("no interval: a count; viol@{}", fmt::join(bins.violations, ", @"));
    for (const stats::LengthBin& bin : bins.bins) r.n += bin.n;
    r.n_clusters = r.n;
  }
  return out;
}

}  // namespace

extern constinit const Metric kPbsByLength{
    .name = "pbs_by_length",
    .summary = "Mean PBS of the items of a length bin, the shortest first; equally many complete items in each.",
    .unit = "",
    .source = "arXiv 2605.06672, fig. 1, table 3",
    .needs = "balanced permutations, text",
    .compute = pbs_by_length,
};
extern constinit const Metric kExcessByLength{
    .name = "excess_pbs_by_length",
    .summary = "Mean excess PBS of the items of a length bin: what is left of pbs_by_length given the contents chosen.",
    .unit = "",
    .source = "brink",
    .needs = "balanced permutations, m > 2, text",
    .compute = excess_by_length,
};
extern constinit const Metric kPbsByLengthAtAccuracy{
    .name = "pbs_by_length_at_accuracy",
    .summary =
        "pbs_by_length among the items right in none, some or all of their orders, each with length bins of its own.",
    .unit = "",
    .source = "brink; after arXiv 2605.06672, fig. 1",
    .needs = "balanced permutations, gold, text",
    .compute = pbs_in_strata,
};
extern constinit const Metric kExcessByLengthAtAccuracy{
    .name = "excess_pbs_by_length_at_accuracy",
    .summary = "The same of excess PBS.",
    .unit = "",
    .source = "brink",
    .needs = "balanced permutations, m > 2, gold, text",
    .compute = excess_in_strata,
};
extern constinit const Metric kLengthViolations{
    .name = "length_violations",
    .summary = "Length bins whose mean PBS is not above that of the bin before: 0 where PBS rises in every step.",
    .unit = "bins",
    .source = "arXiv 2605.06672, table 3",
    .needs = "balanced permutations, text",
    .compute = monotonic,
};

}  // namespace brink
