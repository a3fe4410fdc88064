#include "brink/stats/length_bins.h"

#include "brink/stats/mean_interval.h"
#include "brink/stats/quantile_bins.h"

namespace brink::stats {

LengthBins length_bins(std::span<const LengthItem> items, int k, int n_boot, std::uint64_t seed, Resamples* kept) {
  std::vector<double> lengths, values;
  for (const LengthItem& item : items) {
    if (!item.y) continue;
    lengths.push_back(item.length);
    values.push_back(*item.y);
  }
  LengthBins out;
  if (lengths.size() < static_cast<std::size_t>(k)) return out;
  const RankBinning binning = rank_bins(lengths, k);
  out.ties_split = binning.ties_split;
  for (const BinSummary& summary : summarize_bins(binning, lengths, values)) {
    LengthBin& bin = out.bins.emplace_back();
    bin.n = summary.size;
    bin.shortest = *summary.low;
    bin.longest = *summary.high;
    bin.mean = summary.y_mean;
    bin.se = summary.y_sem;
  }

  std::vector<std::vector<ClusterSum>> units(out.bins.size());
  std::size_t complete = 0;
  for (const LengthItem& item : items) {
    std::size_t at = 0;
    if (item.y) {
      at = static_cast<std::size_t>(binning.bins[complete++]);
      units[at].push_back({*item.y, 1});
      out.bins[at].mean_length += item.length / out.bins[at].n;
    } else {
      while (at + 1 < out.bins.size() && out.bins[at].longest < item.length) ++at;
      ++out.bins[at].n_incomplete;
    }
    out.bins[at].least += item.least;
    out.bins[at].greatest += item.greatest;
  }
  std::vector<double> means;
  for (std::size_t b = 0; b < out.bins.size(); ++b) {
    LengthBin& bin = out.bins[b];
    bin.least /= bin.n + bin.n_incomplete;
    bin.greatest /= bin.n + bin.n_incomplete;
    if (n_boot > 0) bin.interval = mean_interval(units[b], n_boot, seed + b, kept).interval;
    means.push_back(bin.mean.value.value_or(0));
    if (b > 0 && means[b] <= means[b - 1]) out.violations.push_back(static_cast<int>(b));
  }
  if (means.size() > 1) out.order = monotonicity(means);
  return out;
}

}  // namespace brink::stats
