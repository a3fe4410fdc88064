#include <algorithm>
#include <cassert>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"
#include "brink/stats/draws.h"
#include "brink/stats/quantile.h"

namespace brink::stats {
namespace {

/// AUROC of resamples of rows whose scores were ranked once.
class Resampler {
 public:
  Resampler(const std::vector<bool>& labels, std::span<const double> scores) : labels_(labels), rank_(labels.size()) {
    std::vector<double> distinct(scores.begin(), scores.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t i = 0; i < rank_.size(); ++i) {
      rank_[i] =
          static_cast<std::size_t>(std::lower_bound(distinct.begin(), distinct.end(), scores[i]) - distinct.begin());
    }
    for (std::vector<std::int64_t>& counts : counts_) counts.resize(distinct.size());
  }

  void draw(std::size_t row) { ++counts_[labels_[row]][rank_[row]]; }

  /// Of the rows drawn since the last call; nothing if they are of one class.
  std::optional<double> take() {
    std::int64_t twice_beaten = 0, below = 0, n_positive = 0;
    for (std::size_t r = 0; r < counts_[0].size(); ++r) {
      twice_beaten += counts_[1][r] * (2 * below + counts_[0][r]);
      below += counts_[0][r];
      n_positive += counts_[1][r];
      counts_[0][r] = counts_[1][r] = 0;
    }
    if (below == 0 || n_positive == 0) return std::nullopt;
    return static_cast<double>(twice_beaten) / (2 * static_cast<double>(n_positive) * static_cast<double>(below));
  }

 private:
  const std::vector<bool>& labels_;
  std::vector<std::size_t> rank_;
  std::vector<std::int64_t> counts_[2];  // per label and rank
};

Interval percentiles(std::vector<double> values, double level) {
  std::sort(values.begin(), values.end());
  const double tail = (1 - level) / 2;
  return {quantile_sorted(values, tail), quantile_sorted(values, 1 - tail)};
}

/// @param replicates  nothing where a replicate has one class.
void summarize(AurocBootstrap& out, std::span<const std::optional<double>> replicates, double level) {
  std::vector<double> defined;
  for (const auto& r : replicates) {
    if (r) defined.push_back(*r);
  }
  out.n_boot = static_cast<int>(replicates.size());
  out.n_undefined = out.n_boot - static_cast<int>(defined.size());
  if (defined.empty() || 2 * defined.size() < replicates.size()) return;
  out.skip = percentiles(defined, level);
  if (out.n_undefined == 0) out.strict = out.skip;
}

void draw_rows(Resampler& resampler, SplitMix64& rng, std::span<const std::size_t> rows,
               std::vector<std::int32_t>& drawn) {
  drawn.resize(rows.size());
  draw_below(rng, rows.size(), drawn);
  for (const std::int32_t at : drawn) resampler.draw(rows[static_cast<std::size_t>(at)]);
}

}  // namespace

AurocBootstrap bootstrap_auroc(const std::vector<bool>& labels, std::span<const double> scores, int n_boot,
                               std::uint64_t seed, double level) {
  assert(n_boot >= 1 && level > 0 && level < 1);
  AurocBootstrap out;
  out.value = auroc(labels, scores).value;
  if (!out.value.value) return out;
  Resampler resampler(labels, scores);
  std::vector<std::size_t> rows(labels.size()), of_class[2];
  std::iota(rows.begin(), rows.end(), 0);
  for (const std::size_t i : rows) of_class[labels[i]].push_back(i);
  std::vector<std::int32_t> drawn;
  SplitMix64 rng(seed), stratified_rng(seed + 1);
  std::vector<std::optional<double>> replicates;
  std::vector<double> stratified;
  for (int b = 0; b < n_boot; ++b) {
    draw_rows(resampler, rng, rows, drawn);
    replicates.push_back(resampler.take());
    draw_rows(resampler, stratified_rng, of_class[1], drawn);
    draw_rows(resampler, stratified_rng, of_class[0], drawn);
    stratified.push_back(*resampler.take());
  }
  summarize(out, replicates, level);
  out.stratified = percentiles(std::move(stratified), level);
  return out;
}

AurocBootstrap bootstrap_auroc(const std::vector<bool>& labels, std::span<const double> scores,
                               std::span<const std::vector<std::size_t>> resamples, double level) {
  AurocBootstrap out;
  out.value = auroc(labels, scores).value;
  if (!out.value.value) return out;
  Resampler resampler(labels, scores);
  std::vector<std::optional<double>> replicates;
  for (const std::vector<std::size_t>& rows : resamples) {
    for (const std::size_t row : rows) resampler.draw(row);
    replicates.push_back(resampler.take());
  }
  summarize(out, replicates, level);
  return out;
}

}  // namespace brink::stats
