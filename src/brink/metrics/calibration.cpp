// Whether an answer of which the model is 70 % sure is right 70 % of the time.
#include <algorithm>
#include <optional>

#include "brink/metrics/answers.h"
#include "brink/metrics/entropy.h"
#include "brink/metrics/support.h"
#include "brink/stats/reliability.h"

namespace brink {
namespace {

constexpr int kBins = 10;
constexpr int kDraws = 999;
constexpr auto kNone = "no read-out of the labels, or no gold";

struct Read {
  std::vector<bool> right;
  std::vector<double> confidence;
};

/// Of each item's first order: the probability of the label put first, and whether that is right.
Read read(const MetricInput& input, std::string_view point) {
  Read out;
  for (const ItemRows& item : input.items) {
    const Observation* row = read_out_at(item, point);
    if (!row || !row->forced || gold_slot(*row) < 0) continue;
    const auto& p = row->forced->p;
    const auto first = std::ranges::max_element(p);
    const auto content = [&](long slot) {
      return content_of(*item.item, row->variant.order.at(static_cast<std::size_t>(slot)));
    };
    out.right.push_back(content(first - p.begin()) == content(gold_slot(*row)));
    out.confidence.push_back(std::min(*first, 1.0));
  }
  return out;
}

template <class Add>
std::vector<Result> at_each_point(const MetricInput& input, const Add& add) {
  std::vector<Result> out;
  for (const auto& [point, name] : kReadAt) {
    const Read answers = read(input, point);
    if (answers.right.empty()) continue;
    const std::size_t before = out.size();
    add(out, stats::reliability(answers.right, answers.confidence, kBins, kDraws, input.seed),
        static_cast<int>(answers.right.size()));
    for (std::size_t i = before; i < out.size(); ++i) out[i].group["read_at"] = point;
  }
  if (out.empty()) out.push_back(undefined(kNone));
  return out;
}

std::vector<Result> by_confidence(const MetricInput& input) {
  return at_each_point(input, [](std::vector<Result>& out, const stats::Reliability& found, int) {
    for (const stats::ReliabilityBin& bin : found.bins) {
      Result& r = out.emplace_back(estimated(Estimate::of(bin.right), bin.interval));
      r.null = bin.mean_confidence;
      r.n = r.n_clusters = bin.n;
      r.group["bin"] = std::to_string(bin.number + 1);
    }
  });
}

std::vector<Result> error(const MetricInput& input) {
  return at_each_point(input, [](std::vector<Result>& out, const stats::Reliability& found, int n) {
    Result& r = out.emplace_back();
    r.value = found.error.value;
    r.reason = "no interval: compare with the null";
    r.null = found.null_mean.value;
    r.p = found.p.value;
    r.p_kind = "monte carlo";
    r.n = r.n_clusters = n;
  });
}

}  // namespace

extern constinit const Metric kCalibration{
    .name = "calibration",
    .summary =
        "Share of right answers among those whose most probable label has a probability in one tenth of 0..1; `null` "
        "= mean of these probabilities, what a calibrated model would score. First order of each item, at the end of "
        "the prompt and behind the commit suffix; Wilson interval.",
    .unit = "share",
    .source = "DeGroot & Fienberg 1983 (reliability diagram)",
    .needs = "gold, read-out of the labels",
    .compute = by_confidence,
};
extern constinit const Metric kCalibrationError{
    .name = "calibration_error",
    .summary =
        "Expected calibration error: mean distance of those shares from their probabilities, bins weighted by n. Not 0 "
        "for a calibrated model: `null` is its mean over draws in which every answer is right with its own "
        "probability, p the share of draws at least as far off.",
    .unit = "share",
    .source = "Guo et al. 2017; Broecker & Smith 2007 (null)",
    .needs = "gold, read-out of the labels",
    .compute = error,
};

}  // namespace brink
