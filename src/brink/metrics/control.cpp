// What generated items say: their options are interchangeable, so a place that draws answers draws them by itself.
#include <fmt/core.h>

#include "brink/dataset/generate.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/slot_counts.h"

namespace brink {
namespace {

std::vector<ItemAnswers> control_answers(const MetricInput& input) {
  std::vector<ItemAnswers> out = answers(input);
  std::erase_if(out, [](const ItemAnswers& item) {
    return item.n_read() == 0 || !item.item().tags.contains(std::string(kControlTag));
  });
  return out;
}

/// Why there is no slot prior, or "".
std::string why_not(const MetricInput& input, const std::vector<ItemAnswers>& items) {
  if (items.empty()) return "no answer to a generated item";
  return common_m(input) == 0 ? "items have different numbers of options" : "";
}

std::vector<Result> slot_prior_test(const MetricInput& input) {
  const std::vector<ItemAnswers> items = control_answers(input);
  Result r = undefined(why_not(input, items));
  r.left_out = left_out(input);
  if (!r.reason.empty()) return {r};
  std::vector<Eigen::VectorXd> counts;
  for (const ItemAnswers& item : items) {
    const std::vector<int> of = slot_counts(item);
    counts.push_back(Eigen::Map<const Eigen::VectorXi>(of.data(), item.m()).cast<double>());
    r.n += item.n_read();
  }
  const stats::ChiSquare test = stats::uniform_slots_test(counts);
  r.value = test.statistic;
  r.null = test.df;
  r.p = test.p;
  r.p_kind = fmt::format("chi-square, df {}", test.df);
  r.reason = "no interval: a test statistic";
  r.n_clusters = static_cast<int>(items.size());
  return {r};
}

std::vector<Result> slot_prior(const MetricInput& input) {
  const std::vector<ItemAnswers> items = control_answers(input);
  if (std::string reason = why_not(input, items); !reason.empty()) {
    Result r = undefined(std::move(reason));
    r.left_out = left_out(input);
    return {r};
  }
  std::vector<Result> rows;
  const int m = common_m(input);
  for (int slot = 0; slot < m; ++slot) {
    std::vector<stats::ClusterSum> sums;
    for (const ItemAnswers& item : items)
      sums.push_back({static_cast<double>(slot_counts(item)[static_cast<std::size_t>(slot)]), item.n_read()});
    Result& r = rows.emplace_back(item_mean(input, std::move(sums), MeanOf::kShares));
    r.group["slot"] = slot_name(slot);
    r.null = 1.0 / m;
    r.left_out = left_out(input);
  }
  return rows;
}

}  // namespace

extern constinit const Metric kSlotPriorTest{
    .name = "slot_prior_test",
    .summary =
        "Are the places of generated items, whose options are interchangeable, answered alike often? Chi-square "
        "against "
        "uniform with items as clusters. `null` = df.",
    .unit = "",
    .source = "brink; after arXiv 2507.18182 and 2602.17445",
    .needs = "a generated data set",
    .compute = slot_prior_test,
};
extern constinit const Metric kSlotPrior{
    .name = "slot_prior",
    .summary = "Share of the answers to generated items at a place; `null` = 1 / m.",
    .unit = "share",
    .source = "brink; after arXiv 2507.18182 and 2602.17445",
    .needs = "a generated data set",
    .compute = slot_prior,
};

}  // namespace brink
