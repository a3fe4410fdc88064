#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <map>

#include "brink/metrics/answers.h"
#include "brink/metrics/minima.h"
#include "brink/metrics/support.h"
#include "brink/stats/contingency.h"
#include "brink/stats/rstd.h"

namespace brink {
namespace {

int most_options(const MetricInput& input) {
  int m = 0;
  for (const ItemRows& item : input.items) m = std::max(m, item.item->n_options());
  return m;
}

/// What an item adds to the recall of each slot: answers whose gold stood there, and how many were right.
std::vector<stats::ClusterSum> recalls_of(const ItemRows& item, int m) {
  std::vector<stats::ClusterSum> slots(static_cast<std::size_t>(m));
  for (const Observation* row : item.variants) {
    const std::optional<bool> right = is_right(*row);
    if (!right) continue;
    stats::ClusterSum& slot = slots[static_cast<std::size_t>(gold_slot(*row))];
    slot.sum += *right;
    slot.n += 1;
  }
  return slots;
}

std::vector<Result> gold_slot_accuracy(const MetricInput& input) {
  const int m = most_options(input);
  std::vector<Result> rows;
  for (int slot = 0; slot < m; ++slot) {
    std::vector<stats::ClusterSum> items;
    for (const ItemRows& item : input.items) items.push_back(recalls_of(item, m)[static_cast<std::size_t>(slot)]);
    Result& r = rows.emplace_back(item_mean(input, std::move(items), MeanOf::kShares));
    r.group["slot"] = slot_name(slot);
    r.left_out = left_out(input);
    if (!r.value) r.reason = "no answer whose right option stood there";
  }
  if (rows.empty()) rows.push_back(undefined("no item"));
  return rows;
}

std::vector<Result> rstd(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    if (in.items.empty()) return undefined("no item");
    if (mixed_m(in)) return undefined("mixed option counts: see each n_options");
    const int m = most_options(in);
    std::vector<int> n(static_cast<std::size_t>(m)), hits(static_cast<std::size_t>(m));
    Result r;
    for (const ItemRows& item : in.items) {
      const int before = r.n;
      const auto slots = recalls_of(item, m);
      for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        n[slot] += slots[slot].n;
        hits[slot] += static_cast<int>(slots[slot].sum);
        r.n += slots[slot].n;
      }
      r.n_clusters += r.n > before;
    }
    const Estimate spread = stats::slot_recalls(n, hits).rstd;
    r.value = spread.value;
    r.reason = spread.value ? "no interval: a spread" : spread.why_undefined;
    r.left_out = left_out(in);
    return r;
  });
}

/// Right and wrong by the place of the right option. Every item is asked once, so that answers are independent.
Result gold_slot_chi_square(const MetricInput& input) {
  if (input.items.empty()) return undefined("no item");
  if (!in_one_order(input)) return undefined("asked in several orders: see order_test");
  if (mixed_m(input)) return undefined("mixed option counts: see each n_options");
  std::map<int, std::array<int, 2>> by_slot;  // wrong, right
  int n = 0;
  for (const ItemRows& item : input.items)
    for (const Observation* row : item.variants)
      if (const std::optional<bool> right = is_right(*row)) {
        ++by_slot[gold_slot(*row)][*right ? 1 : 0];
        ++n;
      }
  if (by_slot.size() < 2) return undefined("no right options at two places");
  Eigen::MatrixXd table(2, static_cast<Eigen::Index>(by_slot.size()));
  Eigen::Index column = 0;
  for (const auto& [slot, counts] : by_slot) table.col(column++) << counts[0], counts[1];
  if (table.row(0).sum() == 0 || table.row(1).sum() == 0) return undefined("all right, or all wrong");
  const stats::Contingency found = stats::contingency(table);
  if (found.min_expected < kMinExpected) return undefined(fewer_than(kMinExpected, "expected at a place"));
  Result r = tested(found.pearson, "");
  r.n = r.n_clusters = n;
  return r;
}

std::vector<Result> gold_slot_test(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    Result r = gold_slot_chi_square(in);
    r.left_out = left_out(in);
    return r;
  });
}

}  // namespace

extern constinit const Metric kGoldSlotTest{
    .name = "gold_slot_test",
    .summary =
        "Are answers as often right wherever the right option stands? Chi-square of right and wrong by its place, of "
        "items asked in one order. `null` = df. No proof of a preference: each place has other items.",
    .unit = "",
    .source = "Pearson 1900",
    .needs = "gold, one order",
    .compute = gold_slot_test,
};
extern constinit const Metric kGoldSlotAccuracy{
    .name = "gold_slot_accuracy",
    .summary = "Share of right answers among those whose right option stood at a slot.",
    .unit = "share",
    .source = "Zheng et al. 2024 (PriDe)",
    .needs = "gold, permutations",
    .compute = gold_slot_accuracy,
};
extern constinit const Metric kRstd{
    .name = "rstd",
    .summary = "Standard deviation (ddof 0) of gold_slot_accuracy over the slots.",
    .unit = "share",
    .source = "Zheng et al. 2024 (PriDe)",
    .needs = "gold, permutations",
    .compute = rstd,
};

}  // namespace brink
