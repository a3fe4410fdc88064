#include "brink/compare/difference_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "brink/metrics/support.h"
#include "brink/stats/mean_interval.h"
#include "brink/stats/paired.h"

namespace brink {
namespace {

constexpr int kNBootstrap = 2000;
constexpr auto kNoTest = "no test: see the interval";

}  // namespace

Result& DifferenceRows::add(std::string_view metric, double a, double b, int n, int n_items, const Group& more) {
  for (const auto& [side, value] : {std::pair{"a", a}, {"b", b}, {"b - a", b - a}}) {
    Result& r = row(metric, side, more);
    r.value = value;
    r.n = n;
    r.n_clusters = n_items;
    r.reason = "no interval: see b - a";
  }
  rows_.back().reason = kNoTest;
  return rows_.back();
}

void DifferenceRows::add_undefined(std::string_view metric, const std::string& reason) {
  for (const char* side : {"a", "b", "b - a"}) row(metric, side, {}).reason = reason;
}

Result* DifferenceRows::add_mean(std::string_view metric, std::vector<PairSum> items, const std::string& why_none,
                                 const Group& more) {
  std::erase_if(items, [](const PairSum& i) { return i.n == 0; });
  if (items.empty()) {
    add_undefined(metric, why_none);
    return nullptr;
  }
  PairSum all;
  std::vector<stats::ClusterSum> differences;
  for (const PairSum& i : items) {
    all = {all.a + i.a, all.b + i.b, all.n + i.n};
    differences.push_back({i.b - i.a, i.n});
  }
  Result& r = add(metric, all.a / all.n, all.b / all.n, all.n, static_cast<int>(items.size()), more);
  const stats::MeanInterval resampled = stats::mean_interval(differences, kNBootstrap, seed_);
  r.value = resampled.estimate;
  set_interval(r, resampled.interval.low, resampled.interval.high);
  drop_interval_of_few(r);
  return &r;
}

void DifferenceRows::add_ratio(std::string_view metric, std::vector<PairSum> logs, const std::string& why_none) {
  const std::size_t first = rows_.size();
  add_mean(metric, std::move(logs), why_none);
  for (std::size_t i = first; i < rows_.size(); ++i)
    for (std::optional<double>* value : {&rows_[i].value, &rows_[i].low, &rows_[i].high})
      if (*value) *value = std::exp(**value);
  rows_.back().group["side"] = "b / a";
  rows_.back().unit.clear();
}

void DifferenceRows::add_paired(std::string_view metric, const std::array<std::array<int, 2>, 2>& counts,
                                const std::string& why_none) {
  const int n = counts[0][0] + counts[0][1] + counts[1][0] + counts[1][1];
  if (n == 0) return add_undefined(metric, why_none);
  const auto p = stats::paired_proportions(counts[1][1], counts[1][0], counts[0][1], counts[0][0]);
  Result& r = add(metric, static_cast<double>(counts[1][0] + counts[1][1]) / n,
                  static_cast<double>(counts[0][1] + counts[1][1]) / n, n, n);
  r.value = p.diff;
  r.low = p.interval.low;
  r.high = p.interval.high;
  r.p = p.p;
  r.p_kind = "exact McNemar";
  r.reason.clear();
}

Result& DifferenceRows::row(std::string_view metric, std::string_view side, const Group& more) {
  Result& r = rows_.emplace_back();
  r.metric = metric;
  r.group = more;
  r.group["side"] = side;
  r.unit = std::ranges::find(difference_kinds(), metric, &DifferenceKind::name)->unit;
  return r;
}

}  // namespace brink
