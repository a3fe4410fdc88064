#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/metrics/metric.h"
#include "brink/stats/bootstrap.h"
#include "brink/stats/chi_square.h"
#include "brink/stats/mean_interval.h"
#include "brink/stats/proportion.h"

namespace brink {

/// What a configuration has that no reading stands for: cells by status (without ok), "missing" = not asked yet,
/// "repeated item".
std::map<std::string, int> left_out(const MetricInput& input);
/// The same of open questions too.
std::map<std::string, int> left_out_of_all(const MetricInput& input);

/// A result without a value.
Result undefined(std::string reason);

/// Why a figure of fewer than it takes (minima.h) is absent: "fewer than 20 items".
std::string fewer_than(int least, std::string_view what = "items");

/// Sets the interval of a value. One without width, as all ways of making it give where all items are alike, says
/// nothing: then there is none, with the reason.
void set_interval(Result& r, double low, double high);
/// Takes the interval out of a value of fewer than kMinResampled items, and says why.
void drop_interval_of_few(Result& r);

/// A value with its interval, or why there is none of either.
Result estimated(const Estimate& value, const std::optional<stats::Interval>& interval);

/// A test statistic, which has no interval.
Result tested(double statistic, double null, std::optional<double> p, std::string p_kind);

/// A chi-square, or why there is none.
Result tested(const std::optional<stats::ChiSquare>& test, const std::string& why_undefined);

/// What records are numbers of: a share lies in [0, 1].
enum class MeanOf { kNumbers, kShares };

/// Mean over the records of all items with a 95 % percentile interval from resampling items (mean_interval()); n =
/// records, n_clusters = items. Items with n = 0 are left out. Undefined: "no observation". Below kMinResampled items
/// there is no interval, and none where every item says the same, which resampling repeats; but a share that is 0 or 1
/// in every item has Wilson's over the items, as item_share().
Result item_mean(const MetricInput& input, std::vector<stats::ClusterSum> items, MeanOf of = MeanOf::kNumbers);

/// k of n independent items with Wilson's 95 % interval. Undefined: "no observation".
Result item_share(int k, int n);

/// A metric of the whole input; where items have different numbers of options, also of each number by itself.
std::vector<Result> with_each_m(const MetricInput& input, const std::function<Result(const MetricInput&)>& compute);

/// Whether every item was asked in one order.
bool in_one_order(const MetricInput& input);
inline constexpr auto kOneOrder = "every item was asked in one order";

/// Whether items have different numbers of options.
bool mixed_m(const MetricInput& input);

/// The one number of options of all items, 0 when they are mixed or there are none.
int common_m(const MetricInput& input);

}  // namespace brink
