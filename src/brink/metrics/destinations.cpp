#include "brink/stats/destinations.h"

#include <algorithm>
#include <cmath>

#include "brink/metrics/cuts.h"
#include "brink/stats/preferred_slot.h"

namespace brink {
namespace {

constexpr auto kAll = [](const CutAnswer&) { return true; };

// Where the changed answers of an item's cuts went, those that `keep` holds for.
template <class Keep>
stats::CutItem destinations(const ItemCuts& item, Keep&& keep) {
  stats::CutItem out;
  out.m = item.rows->item->n_options();
  for (const Observation* answer : item.rows->variants) {
    if (!answer->reading.option) continue;
    std::vector<int>& order = out.orders.emplace_back();
    for (const int option : answer->variant.order) order.push_back(content_of(*item.rows->item, option));
    std::vector<int>& to = out.destinations.emplace_back();
    for (const CutAnswer& cut : item.cuts)
      if (cut.answer == answer && cut.read() && cut.changed() && keep(cut))
        to.push_back(content_of(*item.rows->item, *cut.continuation->reading.option));
  }
  return out;
}

std::vector<stats::SlotMoments> moments_of(const std::vector<ItemCuts>& items) {
  std::vector<stats::SlotMoments> out;
  for (const ItemCuts& item : items) out.push_back(stats::destination_moments(destinations(item, kAll)));
  return out;
}

std::vector<Result> destination_test(const MetricInput& input) {
  return by_cut_treatment(input, [](const std::vector<ItemCuts>& items) {
    const stats::OrderTest test = stats::conditional_chi_square(moments_of(items));
    Result r = tested(test.conditional, test.why_no_conditional);
    if (!test.conditional) return std::vector{r};
    r.n = static_cast<int>(test.n_choices + .5);
    r.n_clusters = test.n_informative;
    return std::vector{r};
  });
}

std::vector<Result> destination_pull(const MetricInput& input) {
  return by_cut_treatment(input, [](const std::vector<ItemCuts>& items) {
    const stats::OrderTest test = stats::conditional_chi_square(moments_of(items));
    std::vector<Result> out;
    for (std::size_t j = 0; j < test.pulls.size(); ++j) {
      const stats::SlotPull& pull = test.pulls[j];
      Result& r = out.emplace_back(estimated(
          Estimate::of(pull.pull), pull.low ? std::optional(stats::Interval{*pull.low, *pull.high}) : std::nullopt));
      r.group["slot"] = slot_name(static_cast<int>(j));
      r.null = 0;
      r.n = static_cast<int>(test.n_choices + .5);
      r.n_clusters = test.n_items;
    }
    if (out.empty()) out.push_back(undefined("no change"));
    return out;
  });
}

constexpr int kDraws = 20'000;  // of a direction that cannot be counted

stats::Direction direction(const MetricInput& input, const std::vector<ItemCuts>& items, const CutGroup& group) {
  std::vector<stats::CutItem> cut;
  for (const ItemCuts& item : items) cut.push_back(destinations(item, group.holds));
  return stats::direction_test(cut, input.preferred.slot, kDraws, input.seed);
}

const char* kind_of(const stats::Direction& d) { return d.n_draws == 0 ? "given, exact" : "given, monte carlo"; }

// A slot, how it was chosen, and p of its being preferred.
Result chosen(std::ptrdiff_t slot, const Estimate& p, std::string kind) {
  Result r;
  r.value = static_cast<double>(slot);
  r.p = p.value;
  r.p_kind = std::move(kind);
  r.reason = p.value ? "no interval: a slot" : p.why_undefined;
  return r;
}

Result given(const MetricInput& input, const std::vector<ItemCuts>& items) {
  const stats::Direction d = direction(input, items, cut_groups(items).front());
  return chosen(input.preferred.slot, d.p, kind_of(d));
}

Result omnibus(const std::vector<ItemCuts>& items) {
  const stats::OrderTest test = stats::conditional_chi_square(moments_of(items));
  if (!test.conditional) return undefined(test.why_no_conditional);
  const auto most = std::ranges::max_element(test.pulls, {}, &stats::SlotPull::pull);
  return chosen(most - test.pulls.begin(), Estimate::of(test.conditional->p), "omnibus");
}

Result cross_fitted(const MetricInput& input, const std::vector<ItemCuts>& items) {
  std::vector<std::uint64_t> hashes;
  for (const ItemCuts& item : items) hashes.push_back(item.rows->item->hash.head());
  const stats::PreferredSlot found = stats::preferred_slot(moments_of(items), hashes, input.seed);
  if (!found.p.value) return undefined(found.p.why_undefined);
  const auto most = std::ranges::max_element(found.times_chosen);
  return chosen(most - found.times_chosen.begin(), found.p, "cross-fitted");
}

std::vector<Result> preferred(const MetricInput& input) {
  return by_cut_treatment(input, [&](const std::vector<ItemCuts>& items) {
    using enum SlotChoice::By;
    Result r = input.preferred.by == kGiven     ? given(input, items)
               : input.preferred.by == kOmnibus ? omnibus(items)
                                                : cross_fitted(input, items);
    if (r.value) r.n = r.n_clusters = static_cast<int>(items.size());
    return std::vector{std::move(r)};
  });
}

// The slot that whole answers are drawn to most (preferred_slot); nothing where every item was asked in one order.
std::optional<int> drawn_to(const MetricInput& input) {
  std::vector<stats::SlotMoments> moments;
  for (const ItemAnswers& item : answers(input))
    if (item.n_read() >= 2) moments.push_back(stats::slot_moments(item.read));
  const stats::OrderTest test = stats::conditional_chi_square(moments);
  if (test.n_informative == 0) return std::nullopt;
  const auto most = std::ranges::max_element(test.pulls, {}, &stats::SlotPull::pull);
  return static_cast<int>(most - test.pulls.begin());
}

Result share_to(const MetricInput& input, const std::vector<ItemCuts>& items, int slot, const CutGroup& group) {
  std::vector<stats::ClusterSum> sums;
  double expected = 0;
  for (const ItemCuts& item : items) {
    const stats::SlotMoments moments = stats::destination_moments(destinations(item, group.holds));
    if (slot >= moments.observed.size()) continue;
    sums.push_back({moments.observed[slot], static_cast<int>(std::lround(moments.observed.sum()))});
    expected += moments.expected[slot];
  }
  Result r = item_mean(input, std::move(sums));
  if (r.value) r.null = expected / r.n;
  if (r.value && input.preferred.by == SlotChoice::By::kGiven) {
    const stats::Direction d = direction(input, items, group);
    r.p = d.p.value;
    r.p_kind = kind_of(d);
  }
  if (!group.key.empty()) r.group[group.key] = group.name;
  return r;
}

std::vector<Result> to_preferred(const MetricInput& input) {
  const bool is_given = input.preferred.by == SlotChoice::By::kGiven;
  const std::optional<int> slot = is_given ? input.preferred.slot : drawn_to(input);
  return by_cut_treatment(input, [&](const std::vector<ItemCuts>& items) {
    if (!slot) return std::vector{undefined("no item has answers in two orders")};
    std::vector<Result> out;
    for (const CutGroup& group : cut_groups(items)) out.push_back(share_to(input, items, *slot, group));
    return out;
  });
}

constexpr auto kNeeds = "continuations of cut answers in every order";

}  // namespace

extern constinit const Metric kChangeToPreferred{
    .name = "change_to_preferred",
    .summary =
        "Of the changed answers, the share that go to the slot whole answers are drawn to most (preferred_slot), or to "
        "the one that --preferred-slot names, by where the answer was cut; `null` is the share that their contents "
        "explain. p only of a slot that was named.",
    .unit = "share",
    .source = "arXiv 2605.06672, sec. 5.3; statistics.md 6",
    .needs = kNeeds,
    .compute = to_preferred,
};
extern constinit const Metric kDestinationTest{
    .name = "destination_test",
    .summary =
        "Do changed answers go to some slots more than their contents explain? Conditional chi-square over the "
        "orders of an item. `null` = df.",
    .unit = "",
    .source = "brink; statistics.md 6",
    .needs = kNeeds,
    .compute = destination_test,
};
extern constinit const Metric kDestinationPull{
    .name = "destination_pull",
    .summary = "Share of the changes that go to a slot, less what the contents explain.",
    .unit = "share",
    .source = "brink; statistics.md 6",
    .needs = kNeeds,
    .compute = destination_pull,
};
extern constinit const Metric kPreferredDestination{
    .name = "preferred_destination",
    .summary =
        "The slot that changed answers go to, counted from 0, by --preferred-slot: cross-fitted (chosen on one half of "
        "the items and tested on the other, over 50 splits: twice the median p), omnibus (the greatest pull; p of all "
        "slots together), or named beforehand (p exact up to six orders).",
    .unit = "slot",
    .source = "Meinshausen, Meier & Buhlmann 2009; statistics.md 6",
    .needs = kNeeds,
    .compute = preferred,
};

}  // namespace brink
