#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "brink/metrics/measured.h"
#include "brink/metrics/minima.h"
#include "brink/metrics/support.h"
#include "brink/stats/decoupling.h"
#include "brink/stats/length_regression.h"
#include "brink/stats/partial_correlation.h"

namespace brink {
namespace {

using Y = std::optional<double> MeasuredItem::*;

struct Columns {
  std::vector<double> length, y, accuracy;

  bool few() const { return std::ssize(length) < kMinTrend; }
};

std::string few_items() { return fewer_than(kMinTrend, "complete items with a right option"); }

// Items that have everything: y, a length, and accuracy.
Columns columns(const std::vector<MeasuredItem>& items, Y y) {
  Columns out;
  for (const MeasuredItem& item : items)
    if (item.*y && item.accuracy && item.length > 0) {
      out.length.push_back(item.length);
      out.y.push_back(*(item.*y));
      out.accuracy.push_back(*item.accuracy);
    }
  return out;
}

Eigen::VectorXd vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Result correlation(const Columns& c, stats::Scale scale, bool log_length) {
  if (c.few()) return undefined(few_items());
  Eigen::VectorXd length = vector(c.length);
  if (log_length) length = length.array().log();
  const auto r = stats::partial_correlation(length, vector(c.y), vector(c.accuracy), scale);
  Result out = estimated(r.r, r.interval);
  out.null = 0;
  out.p = r.p.value;
  out.p_kind = "t(" + std::to_string(r.df) + ")";
  out.n = out.n_clusters = r.n;
  return out;
}

std::vector<Result> partial(const MetricInput& input) {
  const std::vector<MeasuredItem>& items = measured_items(input);
  std::vector<Result> out;
  for (const auto& [of, y] :
       {std::pair<const char*, Y>{"pbs", &MeasuredItem::pbs}, {"excess_pbs", &MeasuredItem::excess}}) {
    if (y == &MeasuredItem::pbs && mixed_m(input)) continue;  // its scale depends on m
    const Columns c = columns(items, y);
    for (const auto& [kind, scale, log_length] : {std::tuple{"spearman", stats::Scale::kRanks, false},
                                                  {"pearson", stats::Scale::kValues, false},
                                                  {"pearson, log length", stats::Scale::kValues, true}}) {
      out.push_back(correlation(c, scale, log_length));
      out.back().group = {{"of", of}, {"correlation", kind}};
    }
  }
  return out;
}

std::vector<Result> per_doubling(const MetricInput& input) {
  const std::vector<MeasuredItem>& items = measured_items(input);
  std::vector<Result> out;
  for (const auto& [of, y] :
       {std::pair<const char*, Y>{"pbs", &MeasuredItem::pbs}, {"excess_pbs", &MeasuredItem::excess}}) {
    if (y == &MeasuredItem::pbs && mixed_m(input)) continue;
    const Columns c = columns(items, y);
    if (c.few()) {
      out.push_back(undefined(few_items()));
      out.back().group["of"] = of;
      continue;
    }
    const auto slope = stats::slope_per_doubling(c.length, c.y, c.accuracy, stats::Control::kFactor);
    Result& r = out.emplace_back(estimated(slope.slope, slope.interval));
    r.group["of"] = of;
    r.null = 0;
    r.p = slope.p.value;
    if (r.value && !r.p) r.reason = "no interval: " + slope.p.why_undefined;
    r.p_kind = "HC3 t(" + std::to_string(slope.df) + ")";
    r.n = r.n_clusters = slope.n;
  }
  return out;
}

stats::Decoupling make_decoupled(const MetricInput& input) {
  std::vector<stats::ChoicesAtLength> items;
  for (const MeasuredItem& item : measured_items(input))
    if (item.length > 0) items.push_back({item.answers->read, std::log(item.length)});
  return stats::decoupling(items);
}

bool few_texts(const MetricInput& input) {
  return std::ranges::count_if(measured_items(input), [](const MeasuredItem& item) { return item.length > 0; }) <
         kMinTrend;
}

const stats::Decoupling& decoupled(const MetricInput& input) { return input.once(make_decoupled); }

std::vector<Result> pull_length_test(const MetricInput& input) {
  if (few_texts(input)) return {undefined(fewer_than(kMinTrend, "items with a text"))};
  const stats::Decoupling& d = decoupled(input);
  Result r = tested(d.score, d.why_undefined);
  if (!d.score) return {r};
  r.n = r.n_clusters = d.n_informative;
  return {r};
}

std::vector<Result> pull_per_doubling(const MetricInput& input) {
  if (few_texts(input)) return {undefined(fewer_than(kMinTrend, "items with a text"))};
  const stats::Decoupling& d = decoupled(input);
  if (d.terms.empty() || !d.score) return {undefined(d.why_undefined)};
  std::vector<Result> out;
  for (std::size_t j = 0; j < d.terms.size(); ++j) {
    const stats::PullTerm& term = d.terms[j];
    Result& r = out.emplace_back();
    r.group["slot"] = slot_name(static_cast<int>(j));
    r.value = term.slope * std::numbers::ln2;
    if (term.slope_low) {
      r.low = *term.slope_low * std::numbers::ln2;
      r.high = *term.slope_high * std::numbers::ln2;
    } else {
      r.reason = "no interval: every choice follows from the terms";
    }
    r.null = 0;
    r.n = r.n_clusters = d.n_informative;
  }
  return out;
}

}  // namespace

extern constinit const Metric kLengthCorrelation{
    .name = "length_correlation",
    .summary = "Partial correlation of an item's length with its PBS, or excess PBS, accuracy held fixed.",
    .unit = "",
    .source = "arXiv 2605.06672, table 1",
    .needs = "balanced permutations, gold, text",
    .compute = partial,
};
extern constinit const Metric kPbsPerDoubling{
    .name = "pbs_per_doubling",
    .summary = "Change of PBS, or excess PBS, when the length doubles; accuracy as a factor, HC3 standard errors.",
    .unit = "per doubling",
    .source = "brink; statistics.md 4",
    .needs = "balanced permutations, gold, text",
    .compute = per_doubling,
};
extern constinit const Metric kPullLengthTest{
    .name = "pull_length_test",
    .summary =
        "Does the pull of the slots change with length? Score test of the conditional logit, contents and difficulty "
        "conditioned out. `null` = df. The decoupling check.",
    .unit = "",
    .source = "brink; McFadden 1974, Chamberlain 1980 (conditional logit)",
    .needs = "permutations, text",
    .compute = pull_length_test,
};
extern constinit const Metric kPullPerDoubling{
    .name = "pull_per_doubling",
    .summary = "Change of a slot's log-odds, against the mean slot, when the length doubles.",
    .unit = "logits per doubling",
    .source = "brink; McFadden 1974, Chamberlain 1980 (conditional logit)",
    .needs = "permutations, text",
    .compute = pull_per_doubling,
};

}  // namespace brink
