#include "brink/metrics/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "brink/metrics/minima.h"
#include "brink/stats/proportion.h"

namespace brink {
namespace {

std::set<int> option_counts(const MetricInput& input) {
  std::set<int> counts;
  for (const ItemRows& item : input.items) counts.insert(item.item->n_options());
  return counts;
}

void count_left_out(const ItemRows& item, std::map<std::string, int>& counts) {
  const int n_missing = item.n_planned - static_cast<int>(item.variants.size());
  if (n_missing > 0) counts["missing"] += n_missing;
  for (const Observation* row : item.variants) {
    if (row->reading.status != Status::kOk) ++counts[std::string(to_string(row->reading.status))];
    if (row->reading.tie) ++counts["tie"];
  }
}

using Counts = std::map<std::string, int>;

Counts make_left_out(const MetricInput& input) {
  Counts counts;
  for (const ItemRows& item : input.items) count_left_out(item, counts);
  if (input.n_repeated > 0) counts["repeated item"] = input.n_repeated;
  return counts;
}

}  // namespace

std::map<std::string, int> left_out(const MetricInput& input) { return input.once(make_left_out); }

std::map<std::string, int> left_out_of_all(const MetricInput& input) {
  std::map<std::string, int> counts = left_out(input);
  for (const ItemRows& item : input.open) count_left_out(item, counts);
  return counts;
}

Result undefined(std::string reason) {
  Result r;
  r.reason = std::move(reason);
  return r;
}

std::string fewer_than(int least, std::string_view what) { return fmt::format("fewer than {} {}", least, what); }

void set_interval(Result& r, double low, double high) {
  if (low == high) {
    r.reason = "no interval: all items are alike";
    return;
  }
  r.low = low;
  r.high = high;
}

void drop_interval_of_few(Result& r) {
  if (r.n_clusters >= kMinResampled) return;
  r.low = r.high = std::nullopt;
  r.reason = "no interval: " + fewer_than(kMinResampled);
}

Result estimated(const Estimate& value, const std::optional<stats::Interval>& interval) {
  Result r;
  r.value = value.value;
  r.reason = value.value ? (interval ? "" : "no interval: too few items") : value.why_undefined;
  if (value.value && interval) set_interval(r, interval->low, interval->high);
  return r;
}

Result tested(double statistic, double null, std::optional<double> p, std::string p_kind) {
  Result r;
  r.value = statistic;
  r.null = null;
  r.p = p;
  r.p_kind = std::move(p_kind);
  r.reason = "no interval: a test statistic";
  return r;
}

Result tested(const std::optional<stats::ChiSquare>& test, const std::string& why_undefined) {
  if (!test) return undefined(why_undefined);
  return tested(test->statistic, test->df, test->p, fmt::format("chi-square, df {}", test->df));
}

Result item_mean(const MetricInput& input, std::vector<stats::ClusterSum> items, MeanOf of) {
  std::erase_if(items, [](const stats::ClusterSum& item) { return item.n == 0; });
  if (items.empty()) return undefined("no observation");
  const stats::MeanInterval mean = stats::mean_interval(items, input.n_bootstrap, input.seed, input.resamples);
  Result r;
  r.value = mean.estimate;
  r.n = mean.n;
  r.n_clusters = mean.n_units;
  if (of == MeanOf::kShares && (mean.estimate == 0 || mean.estimate == 1)) {  // then every item's is
    const stats::Interval interval = stats::wilson(mean.estimate == 0 ? 0 : r.n_clusters, r.n_clusters);
    set_interval(r, interval.low, interval.high);
  } else {
    set_interval(r, mean.interval.low, mean.interval.high);
    drop_interval_of_few(r);
  }
  return r;
}

Result item_share(int k, int n) {
  if (n == 0) return undefined("no observation");
  Result r;
  const stats::Interval interval = stats::wilson(k, n);
  r.value = static_cast<double>(k) / n;
  r.low = interval.low;
  r.high = interval.high;
  r.n = r.n_clusters = n;
  return r;
}

bool in_one_order(const MetricInput& input) {
  return std::ranges::all_of(input.items, [](const ItemRows& item) { return item.n_planned < 2; });
}

bool mixed_m(const MetricInput& input) { return option_counts(input).size() > 1; }

int common_m(const MetricInput& input) {
  const std::set<int> counts = option_counts(input);
  return counts.size() == 1 ? *counts.begin() : 0;
}

std::vector<Result> with_each_m(const MetricInput& input, const std::function<Result(const MetricInput&)>& compute) {
  std::vector<Result> rows{compute(input)};
  const std::set<int> counts = option_counts(input);
  if (counts.size() < 2) return rows;
  for (const int m : counts) {
    MetricInput one = input;
    std::erase_if(one.items, [&](const ItemRows& item) { return item.item->n_options() != m; });
    one.open.clear();
    rows.push_back(compute(one));
    rows.back().group["n_options"] = std::to_string(m);
  }
  return rows;
}

}  // namespace brink
