#include "brink/stats/quantile_bins.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "brink/stats/finite.h"
#include "brink/stats/quantile.h"

namespace brink::stats {
namespace {

/// The k + 1 quantile levels as pandas has them: i / k, rounded up where i / k is no binary fraction, so that a value
/// that lies exactly on a quantile falls below it.
std::vector<double> levels(int k) {
  std::vector<double> q;
  const double step = 1.0 / k;
  for (int i = 0; i <= k; ++i) {
    const double level = i == k ? 1.0 : i * step;
    q.push_back(k * level != i ? std::nextafter(level, 1.0) : level);
  }
  return q;
}

}  // namespace

RankBinning rank_bins(std::span<const double> values, int k) {
  const std::size_t n = values.size(), n_bins = static_cast<std::size_t>(k);
  assert(k >= 1 && n >= n_bins);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  RankBinning out;
  out.bins.resize(n);
  out.n_bins = k;
  std::size_t at = 0;
  for (std::size_t bin = 0; bin < n_bins; ++bin) {
    if (bin > 0) out.ties_split += values[order[at - 1]] == values[order[at]];
    const std::size_t end = at + n / n_bins + (bin < n % n_bins ? 1 : 0);
    for (; at < end; ++at) out.bins[order[at]] = static_cast<int>(bin);
  }
  return out;
}

std::optional<Binning> quantile_bins(std::span<const double> values, int k, bool drop_duplicates) {
  assert(k >= 1);
  if (values.empty()) return k == 1 ? std::optional(Binning{{}, 1}) : std::nullopt;  // qcut's own border case
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> edges;
  for (const double q : levels(k)) edges.push_back(quantile_sorted(sorted, q));
  const auto unique_end = std::unique(edges.begin(), edges.end());
  // With a single bin qcut lets two equal edges pass.
  if (unique_end != edges.end() && k > 1) {
    if (!drop_duplicates) return std::nullopt;
    edges.erase(unique_end, edges.end());
    if (edges.size() < 2) return std::nullopt;
  }
  Binning out;
  int last = 0;
  for (const double x : values) {
    const auto upper = std::lower_bound(edges.begin(), edges.end(), x) - edges.begin();
    const int bin = std::clamp(static_cast<int>(upper) - 1, 0, static_cast<int>(edges.size()) - 2);
    out.bins.push_back(bin);
    last = std::max(last, bin);
  }
  out.n_bins = drop_duplicates ? last + 1 : k;
  return out;
}

std::vector<BinSummary> summarize_bins(const Binning& binning, std::span<const double> values,
                                       std::span<const double> y) {
  assert(values.size() == binning.bins.size() && (y.empty() || y.size() == values.size()));
  std::vector<BinSummary> out(static_cast<std::size_t>(binning.n_bins));
  std::vector<double> sums(out.size()), squares(out.size());
  const auto bin_of = [&](std::size_t i) { return static_cast<std::size_t>(binning.bins[i]); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    BinSummary& bin = out[bin_of(i)];
    ++bin.size;
    bin.low = std::min(bin.low.value_or(values[i]), values[i]);
    bin.high = std::max(bin.high.value_or(values[i]), values[i]);
    if (!y.empty()) sums[bin_of(i)] += y[i];
  }
  if (y.empty()) return out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double d = y[i] - sums[bin_of(i)] / out[bin_of(i)].size;
    squares[bin_of(i)] += d * d;
  }
  for (std::size_t b = 0; b < out.size(); ++b) {
    const double n = out[b].size;
    out[b].y_mean = n > 0 ? finite(sums[b] / n) : Estimate::undefined("empty bin");
    out[b].y_sem = n > 1    ? finite(std::sqrt(squares[b] / (n - 1) / n))
                   : n == 1 ? Estimate::undefined("one value")
                            : Estimate::undefined("empty bin");
  }
  return out;
}

}  // namespace brink::stats
