// PBS against the length itself: where the bins lie on it, and a line over the items.
#include <fmt/format.h>

#include <algorithm>

#include "brink/metrics/measured.h"
#include "brink/metrics/minima.h"
#include "brink/metrics/support.h"
#include "brink/stats/length_bins.h"
#include "brink/stats/length_regression.h"

namespace brink {
namespace {

constexpr int kBins = 4;    // as figure 2 has them
constexpr int kPlaces = 9;  // of the line, from the first bin's mean length to the last's

std::string few_items() { return fewer_than(kMinTrend, "complete items, or unbalanced permutations"); }

std::vector<stats::LengthBin> bins_of(const MetricInput& input, const std::vector<MeasuredItem>& items) {
  std::vector<stats::LengthItem> with_length;
  for (const MeasuredItem& item : items) with_length.push_back({item.length, item.pbs, item.least, item.greatest});
  return stats::length_bins(with_length, kBins, 1, input.seed).bins;
}

std::vector<Result> bin_length(const MetricInput& input) {
  if (mixed_m(input)) return {undefined("mixed option counts")};
  const std::vector<MeasuredItem>& items = measured_items(input);
  if (std::ranges::count_if(items, [](const MeasuredItem& item) { return item.pbs.has_value(); }) < kMinTrend)
    return {undefined(few_items())};
  std::vector<Result> out;
  for (const stats::LengthBin& bin : bins_of(input, items)) {
    Result& r = out.emplace_back();
    r.value = bin.mean_length;
    r.reason = "no interval: where the bin lies";
    r.n = r.n_clusters = bin.n;
    r.group = {{"bins", std::to_string(kBins)}, {"bin", std::to_string(out.size())}};
  }
  return out;
}

std::vector<Result> line(const MetricInput& input) {
  if (mixed_m(input)) return {undefined("mixed option counts")};
  const std::vector<MeasuredItem>& items = measured_items(input);
  const std::vector<stats::LengthBin> bins = bins_of(input, items);
  std::vector<double> length, pbs, at;
  for (const MeasuredItem& item : items)
    if (item.pbs) {
      length.push_back(item.length);
      pbs.push_back(*item.pbs);
    }
  if (std::ssize(length) < kMinTrend) return {undefined(few_items())};
  const double from = bins.front().mean_length, to = bins.back().mean_length;
  for (int i = 0; i < kPlaces; ++i) at.push_back(from + (to - from) * i / (kPlaces - 1));
  const stats::LengthLine fit = stats::line_over_length(length, pbs, at);
  if (!fit.why_undefined.empty()) return {undefined(fit.why_undefined)};
  std::vector<Result> out;
  for (std::size_t i = 0; i < at.size(); ++i) {
    Result& r = out.emplace_back(estimated(Estimate::of(fit.y[i]), fit.band[i]));
    r.group["chars"] = fmt::format("{:.1f}", at[i]);
    r.p = fit.p.value;
    r.p_kind = fmt::format("slope, HC3 t({})", fit.df);
    r.n = r.n_clusters = fit.n;
  }
  return out;
}

}  // namespace

extern constinit const Metric kBinLength{
    .name = "bin_length",
    .summary = "Mean length of the items of a quarter by length: where pbs_by_length stands on the axis of figure 2.",
    .unit = "code points",
    .source = "arXiv 2605.06672, fig. 2",
    .needs = "balanced permutations, text",
    .compute = bin_length,
};
extern constinit const Metric kPbsLine{
    .name = "pbs_line",
    .summary =
        "PBS on the least-squares line over the length of complete items, at a length; pointwise HC3 interval, p of "
        "the slope. Difficulty is not held fixed: see pbs_per_doubling.",
    .unit = "",
    .source = "brink; after arXiv 2605.06672, fig. 2",
    .needs = "balanced permutations, text",
    .compute = line,
};

}  // namespace brink
