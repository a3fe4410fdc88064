#include <algorithm>
#include <cmath>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/order_test.h"
#include "brink/stats/pbs_cell.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

/// Whether the contents of an item could have fallen otherwise: one answer has nothing to be exchanged with.
bool testable(const ItemAnswers& item) { return item.n_read() >= 2; }

bool complete_and_balanced(const ItemAnswers& item) { return item.complete() && stats::balanced(item.orders); }

template <bool (*use)(const ItemAnswers&)>
stats::OrderTest make_test(const MetricInput& input) {
  std::vector<stats::SlotMoments> moments;
  for (const ItemAnswers& item : answers(input)) {
    if (use(item)) moments.push_back(stats::slot_moments(item.read));
  }
  return stats::conditional_chi_square(moments);
}

void add_counts(Result& r, const MetricInput& input, const stats::OrderTest& test) {
  r.n = static_cast<int>(std::lround(test.n_choices));
  r.n_clusters = test.n_items;
  r.left_out = left_out(input);
  if (const int n = static_cast<int>(input.items.size()) - test.n_items; n > 0) r.left_out["item not used"] = n;
}

stats::SameSlotTest sign_test(const MetricInput& input) {
  std::vector<stats::ItemPbs> items;
  for (const ItemAnswers& item : answers(input)) {
    if (item.complete() && item.m() == 2) items.push_back(pbs_of(input, item));
  }
  return stats::same_slot_test(items);
}

/// Of a design in which no item can be tested.
std::string why_untested(const MetricInput& input) {
  if (input.items.empty()) return "no item has options";
  return in_one_order(input) ? kOneOrder : "no item has two answers that were read";
}

std::vector<Result> order_test(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    const stats::OrderTest& test = in.once(make_test<testable>);
    Result r = tested(test.conditional, test.why_no_conditional);
    // With two options the same counts have an exact test; any number of items is enough for it.
    if (const auto exact = common_m(in) == 2 ? sign_test(in).p.value : std::nullopt; exact && r.p) {
      r.p = exact;
      r.p_kind = "exact binomial";
    }
    if (test.n_items == 0) r.reason = why_untested(in);
    add_counts(r, in, test);
    return r;
  });
}

std::vector<Result> n_informative(const MetricInput& input) {
  const stats::OrderTest& test = input.once(make_test<testable>);
  Result r;
  r.value = test.n_informative;
  r.reason = "no interval: a count";
  add_counts(r, input, test);
  return {r};
}

std::vector<Result> pull(const MetricInput& input) {
  const stats::OrderTest& test = input.once(make_test<testable>);
  if (test.pulls.empty()) {
    Result r = undefined("no item with two answers");
    add_counts(r, input, test);
    return {r};
  }
  std::vector<Result> rows;
  for (std::size_t slot = 0; slot < test.pulls.size(); ++slot) {
    Result& r = rows.emplace_back();
    r.group["slot"] = slot_name(static_cast<int>(slot));
    r.value = test.pulls[slot].pull;
    if (test.pulls[slot].low)
      set_interval(r, *test.pulls[slot].low, *test.pulls[slot].high);
    else
      r.reason = "no interval: one item";
    r.null = 0;
    add_counts(r, input, test);
  }
  return rows;
}

std::vector<Result> preferred_slot(const MetricInput& input) {
  const stats::OrderTest& test = input.once(make_test<testable>);
  Result r;
  if (test.n_informative == 0) {
    r.reason = "no informative item";
  } else {
    const auto most = std::max_element(test.pulls.begin(), test.pulls.end(),
                                       [](const auto& a, const auto& b) { return a.pull < b.pull; });
    r.value = static_cast<double>(most - test.pulls.begin());
    r.reason = "no interval: a place";
  }
  add_counts(r, input, test);
  return {r};
}

std::vector<Result> slot_count(const MetricInput& input) {
  const stats::OrderTest& test = input.once(make_test<complete_and_balanced>);
  std::vector<Result> rows;
  for (Eigen::Index slot = 0; slot < test.observed.size(); ++slot) {
    Result& r = rows.emplace_back();
    r.group["slot"] = slot_name(static_cast<int>(slot));
    r.value = test.observed[slot];
    r.null = test.expected[slot];
    r.reason = "no interval: a count";
    add_counts(r, input, test);
  }
  if (rows.empty()) {
    Result& r = rows.emplace_back(undefined("no complete item with balanced permutations"));
    add_counts(r, input, test);
  }
  return rows;
}

std::vector<Result> slot_residual(const MetricInput& input) {
  const stats::OrderTest& test = input.once(make_test<complete_and_balanced>);
  std::vector<Result> rows;
  for (Eigen::Index slot = 0; slot < test.observed.size(); ++slot) {
    const double expected = test.expected[slot], n = test.n_choices;
    Result& r = rows.emplace_back();
    r.group["slot"] = slot_name(static_cast<int>(slot));
    r.value = (test.observed[slot] - expected) / std::sqrt(expected * (1 - expected / n));
    r.null = 0;
    r.reason = "no interval: a residual";
    add_counts(r, input, test);
  }
  if (rows.empty()) {
    Result& r = rows.emplace_back(undefined("no complete item with balanced permutations"));
    add_counts(r, input, test);
  }
  return rows;
}

std::vector<Result> slot_preference(const MetricInput& input) {
  return with_each_m(input, [](const MetricInput& in) {
    const stats::OrderTest& test = in.once(make_test<complete_and_balanced>);
    Result r =
        tested(test.naive, test.n_items == 0 ? "no complete item with balanced permutations" : test.why_no_naive);
    add_counts(r, in, test);
    return r;
  });
}

std::vector<Result> same_slot(const MetricInput& input) {
  const stats::SameSlotTest test = sign_test(input);
  Result r = item_share(test.n_first, test.n);
  r.null = 0.5;
  r.p = test.p.value;
  r.p_kind = "exact binomial";
  if (!r.value) r.reason = test.p.why_undefined;
  r.left_out = left_out(input);
  return {r};
}

}  // namespace

constexpr auto kHoeffding = "Hoeffding 1951 (moments); brink";

extern constinit const Metric kOrderTest{
    .name = "order_test",
    .summary =
        "Does the order matter? Conditional chi-square of the slots chosen against the moments they have when the "
        "contents chosen fall on the variants at random; items with two answers or more. `null` = df. The "
        "verdict's test.",
    .unit = "",
    .source = kHoeffding,
    .needs = "permutations",
    .compute = order_test,
};
extern constinit const Metric kNInformative{
    .name = "n_informative",
    .summary = "Items whose slot counts could have come out otherwise: all that the test rests on.",
    .unit = "items",
    .source = kHoeffding,
    .needs = "permutations",
    .compute = n_informative,
};
extern constinit const Metric kPull{
    .name = "pull",
    .summary =
        "Share of the answers at a slot minus the share expected from the contents chosen; item-clustered "
        "interval.",
    .unit = "share",
    .source = kHoeffding,
    .needs = "permutations",
    .compute = pull,
};
extern constinit const Metric kPreferredSlot{
    .name = "preferred_slot",
    .summary = "The slot with the greatest pull, counted from 0. Chosen after looking: its pull is biased upwards.",
    .unit = "slot",
    .source = "brink",
    .needs = "permutations",
    .compute = preferred_slot,
};
extern constinit const Metric kSlotCount{
    .name = "slot_count",
    .summary = "How often a slot was chosen, over complete items on balanced permutations; `null` is what is expected.",
    .unit = "answers",
    .source = "arXiv 2605.06672, sec. 4",
    .needs = "balanced permutations",
    .compute = slot_count,
};
extern constinit const Metric kSlotResidual{
    .name = "slot_residual",
    .summary =
        "Standardised residual of the slot's count: (O - E) / sqrt(E (1 - E / N)), as if answers were independent.",
    .unit = "sd",
    .source = "Haberman 1973",
    .needs = "balanced permutations",
    .compute = slot_residual,
};
extern constinit const Metric kSlotPreference{
    .name = "slot_preference",
    .summary =
        "Pearson's chi-square of the slot counts, as if answers were independent: too cautious for a model that "
        "keeps its contents. order_test is the verdict.",
    .unit = "",
    .source = "arXiv 2605.06672, sec. 4",
    .needs = "balanced permutations",
    .compute = slot_preference,
};
extern constinit const Metric kSameSlot{
    .name = "same_slot",
    .summary = "Of the two-option items answered at the same slot in both orders, the share at the first: sign test.",
    .unit = "share",
    .source = "brink",
    .needs = "both orders of two options",
    .compute = same_slot,
};

}  // namespace brink
