#include <algorithm>

#include "brink/compare/difference_rows.h"
#include "brink/metrics/answers.h"
#include "brink/stats/order_test.h"
#include "brink/stats/pbs_null.h"
#include "brink/stats/wilcoxon.h"

namespace brink {
namespace {

/// One side's answers to the orders that both sides answered.
stats::AnsweredItem answered(const ItemPair& item, const Observation* CellPair::*side) {
  std::vector<std::vector<int>> orders;
  std::vector<std::optional<int>> slots;
  for (const CellPair& cell : item.cells) {
    if (!cell.a->reading.slot || !cell.b->reading.slot) continue;
    std::vector<int>& order = orders.emplace_back(cell.a->variant.order);
    for (int& option : order) option = content_of(*item.item, option);
    slots.push_back((cell.*side)->reading.slot);
  }
  return stats::answered_item(orders, slots);
}

/// An item answered in every order of a balanced set on both sides.
struct BothAnswered {
  stats::AnsweredItem a, b;
};

std::vector<BothAnswered> complete_items(const Pairing& pairing) {
  std::vector<BothAnswered> out;
  for (const ItemPair& item : pairing.items) {
    if (!item.complete()) continue;
    BothAnswered both{answered(item, &CellPair::a), answered(item, &CellPair::b)};
    if (stats::balanced(both.a.orders)) out.push_back(std::move(both));
  }
  return out;
}

void add_excess_pbs(DifferenceRows& to, const std::vector<BothAnswered>& complete) {
  stats::PbsNullTables nulls(to.seed());
  std::vector<PairSum> items;
  for (const BothAnswered& item : complete) {
    const Estimate a = nulls.compare(item.a).excess(), b = nulls.compare(item.b).excess();
    if (a.value && b.value) items.push_back({*a.value, *b.value, 1});
  }
  to.add_mean("excess_pbs", items, "no item of three or more options in balanced orders, all answered on both sides");
}

void add_direction(DifferenceRows& to, const stats::Wilcoxon& test, const char* direction,
                   double stats::Directions::*p) {
  for (const auto& [method, ps] : {std::pair{"normal", &test.wilcox.normal}, {"exact", &test.wilcox.exact}}) {
    Result& r = to.row("pbs_wilcoxon", direction, {{"method", method}});
    r.n_clusters = test.n;
    r.n = test.n - test.n_zero;
    r.left_out["equal PBS"] = test.n_zero;
    r.value = test.rank_biserial.value;
    if (*ps) {
      r.p = (**ps).*p;
      r.p_kind = method;
    }
    r.reason = !r.value          ? test.rank_biserial.why_undefined
               : ps->has_value() ? "no interval: an effect size of ranks"
                                 : test.wilcox.why_no_exact;
  }
}

void add_pbs(DifferenceRows& to, const std::vector<BothAnswered>& complete) {
  const auto other_m = [&](const BothAnswered& item) { return item.a.m != complete.front().a.m; };
  const bool mixed = std::ranges::any_of(complete, other_m);
  if (mixed || complete.empty()) {
    const char* why =
        mixed ? "mixed option counts: see excess_pbs" : "no item in balanced orders, all answered on both sides";
    to.add_undefined("pbs", why);
    for (const char* direction : {"a > b", "b > a"}) to.row("pbs_wilcoxon", direction, {}).reason = why;
    return;
  }
  stats::PbsNullTables nulls(to.seed());
  std::vector<PairSum> items;
  std::vector<double> a, b;
  for (const BothAnswered& item : complete) {
    a.push_back(nulls.compare(item.a).pbs);
    b.push_back(nulls.compare(item.b).pbs);
    items.push_back({a.back(), b.back(), 1});
  }
  if (Result* r = to.add_mean("pbs", items, ""); r && r->low) r->reason = "no test here: see pbs_wilcoxon";
  const stats::Wilcoxon test = stats::wilcoxon(a, b);
  add_direction(to, test, "a > b", &stats::Directions::greater);
  add_direction(to, test, "b > a", &stats::Directions::less);
}

void add_pull(DifferenceRows& to, const Pairing& pairing) {
  std::vector<std::vector<PairSum>> slots;
  for (const ItemPair& item : pairing.items) {
    const stats::AnsweredItem of_a = answered(item, &CellPair::a);
    if (of_a.contents.size() < 2) continue;
    const stats::SlotMoments a = stats::slot_moments(of_a), b = stats::slot_moments(answered(item, &CellPair::b));
    if (slots.size() < static_cast<std::size_t>(of_a.m)) slots.resize(static_cast<std::size_t>(of_a.m));
    const int n = static_cast<int>(of_a.contents.size());
    for (int slot = 0; slot < of_a.m; ++slot)
      slots[static_cast<std::size_t>(slot)].push_back(
          {a.observed[slot] - a.expected[slot], b.observed[slot] - b.expected[slot], n});
  }
  if (slots.empty()) to.add_undefined("pull", "no item with two answers on both sides");
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    to.add_mean("pull", slots[slot], "", {{"slot", slot_name(static_cast<int>(slot))}});
}

}  // namespace

void add_order_differences(DifferenceRows& to, const Pairing& pairing) {
  const std::vector<BothAnswered> complete = complete_items(pairing);
  add_excess_pbs(to, complete);
  add_pbs(to, complete);
  add_pull(to, pairing);
}

}  // namespace brink
