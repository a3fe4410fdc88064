// What the next-token distribution says before the answer is written.
#include "brink/metrics/entropy.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/curve.h"

namespace brink {
namespace {

constexpr auto kNoReadOut = "no read-out before the first token";

using ValueOf = std::function<Estimate(const Observation&)>;

struct Values {
  std::vector<stats::ClusterSum> of_item;
  std::map<std::string, int> left_out;
};

/// One value per item, of its first order; reasons of those without.
Values values_of(const std::vector<const ItemRows*>& items, const ValueOf& value_of) {
  Values out;
  for (const ItemRows* item : items) {
    const Observation* row = first_shown(*item);
    if (!row) {
      ++out.left_out["missing"];
      continue;
    }
    const Estimate value = row->reading.status == Status::kError ? Estimate::undefined("error") : value_of(*row);
    if (value.value)
      out.of_item.push_back({*value.value, 1});
    else
      ++out.left_out[value.why_undefined];
  }
  return out;
}

Result mean_of(const MetricInput& input, Values values, const char* why_none) {
  Result r = item_mean(input, std::move(values.of_item));
  if (!r.value) r.reason = why_none;
  r.left_out = std::move(values.left_out);
  return r;
}

std::vector<Result> mean_h_int(const MetricInput& input) {
  return {mean_of(input, values_of(input.all(), h_int), kNoReadOut)};
}

std::vector<Result> sd_h_int(const MetricInput& input) {
  Values values = values_of(input.all(), h_int);
  const auto n = static_cast<int>(values.of_item.size());
  Result r = undefined(n == 0 ? kNoReadOut : "one item");
  if (n > 1) {
    double mean = 0, sum = 0;
    for (const stats::ClusterSum& v : values.of_item) mean += v.sum / n;
    for (const stats::ClusterSum& v : values.of_item) sum += (v.sum - mean) * (v.sum - mean);
    r.value = std::sqrt(sum / (n - 1));
    r.reason = "no interval: see h_int";
  }
  r.n = r.n_clusters = n;
  r.left_out = std::move(values.left_out);
  return {r};
}

std::vector<Result> mean_top100(const MetricInput& input) {
  return {mean_of(input,
                  values_of(input.all(),
                            [](const Observation& row) {
                              return row.read_out ? Estimate::of(row.read_out->entropy_top100_bits)
                                                  : Estimate::undefined(kNoReadOut);
                            }),
                  kNoReadOut)};
}

/// A number of the labels' probabilities.
std::vector<Result> of_options(const MetricInput& input, const std::function<Estimate(const Forced&)>& value_of) {
  std::vector<Result> rows;
  for (const auto& [point, name] : kReadAt) {
    Values values;
    for (const ItemRows& item : input.items) {
      const Observation* row = read_out_at(item, point);
      const Estimate value =
          !row || !row->forced ? Estimate::undefined("no read-out of the labels") : value_of(*row->forced);
      if (value.value)
        values.of_item.push_back({*value.value, 1});
      else
        ++values.left_out[value.why_undefined];
    }
    if (values.of_item.empty() && point != "last_prompt") continue;  // no curve
    Result& r = rows.emplace_back(mean_of(input, std::move(values), "no read-out of the labels"));
    r.group["read_at"] = point;
  }
  return rows;
}

std::vector<Result> mean_option_entropy(const MetricInput& input) { return of_options(input, option_entropy); }
std::vector<Result> mean_option_margin(const MetricInput& input) { return of_options(input, option_margin_nats); }
std::vector<Result> mean_coverage(const MetricInput& input) {
  return of_options(input, [](const Forced& forced) { return Estimate::of(forced.mass); });
}

}  // namespace

const Observation* read_out_at(const ItemRows& item, std::string_view point) {
  if (!first_shown(item)) return nullptr;
  if (point == "last_prompt") return first_shown(item);
  if (item.follow_ups.empty()) return nullptr;
  const auto& rows = item.follow_ups.front();
  const auto found = std::ranges::find_if(
      rows, [&](const Observation* row) { return row->key.treatment == "curve" && row->key.point == point; });
  return found == rows.end() ? nullptr : *found;
}

Estimate h_int(const Observation& row) {
  return row.read_out ? Estimate::of(row.read_out->entropy_bits) : Estimate::undefined(kNoReadOut);
}

Estimate option_entropy(const Forced& forced) {
  if (forced.p.size() < 2) return Estimate::undefined("one option");
  return Estimate::of(std::max(stats::entropy_bits(forced.p), 0.0) / std::log2(static_cast<double>(forced.p.size())));
}

Estimate option_margin_nats(const Forced& forced) {
  if (forced.p.size() < 2) return Estimate::undefined("one option");
  const Estimate margin = stats::margin_nats(forced.p);
  return margin.value ? margin : Estimate::undefined("second is masked");
}

extern constinit const Metric kHInt{
    .name = "h_int",
    .summary = "Entropy of the next token at the end of the prompt, whole vocabulary: mean over items, first order.",
    .unit = "bits",
    .source = "Intention Collapse, eq. 2",
    .needs = "read-out",
    .compute = mean_h_int,
};
extern constinit const Metric kHIntSd{
    .name = "h_int_sd",
    .summary = "Its standard deviation over items (ddof 1).",
    .unit = "bits",
    .source = "Intention Collapse, eq. 2",
    .needs = "read-out",
    .compute = sd_h_int,
};
extern constinit const Metric kHIntTop100{
    .name = "h_int_top100",
    .summary =
        "The same of the 100 most probable tokens, renormalised: what the paper's code computes; at most 6.64 bits.",
    .unit = "bits",
    .source = "Intention Collapse, code",
    .needs = "read-out",
    .compute = mean_top100,
};
extern constinit const Metric kOptionEntropy{
    .name = "option_entropy",
    .summary =
        "Entropy of the labels' probabilities as a share of its greatest value, log2 of the number of options: 0 sure, "
        "1 a guess. At the end of the prompt, and where there are curves behind the commit suffix.",
    .unit = "share",
    .source = "brink; after Intention Collapse, sec. 6.1",
    .needs = "read-out of the labels",
    .compute = mean_option_entropy,
};
extern constinit const Metric kOptionMargin{
    .name = "option_margin",
    .summary = "Log-probability of the most probable label less that of the next.",
    .unit = "nats",
    .source = "brink; after Intention Collapse, sec. 6.1",
    .needs = "read-out of the labels",
    .compute = mean_option_margin,
};
extern constinit const Metric kOptionCoverage{
    .name = "option_coverage",
    .summary =
        "Probability of all labels together in the whole vocabulary: how far the next token is the answer at all.",
    .unit = "share",
    .source = "brink",
    .needs = "read-out of the labels",
    .compute = mean_coverage,
};

}  // namespace brink
