#include "brink/compare/differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "brink/metrics/answers.h"
#include "brink/stats/bootstrap.h"
#include "brink/stats/order_test.h"
#include "brink/stats/paired.h"
#include "brink/stats/pbs_null.h"
#include "brink/stats/sign_flip.h"

namespace brink {
namespace {

constexpr int kNBootstrap = 2000;
constexpr auto kNoTest = "no test: see the interval";

constexpr std::array kKinds{
    DifferenceKind{"accuracy", "Right in the first order, items as pairs: exact McNemar test, Newcombe's interval.",
                   "share"},
    DifferenceKind{"accuracy_mean",
                   "Right over all shared orders: items resampled for the interval, sign flips of items for the test.",
                   "share"},
    DifferenceKind{"flip_rate",
                   "Items whose content changes with the order, of those answered in every order on both sides: exact "
                   "McNemar test, Newcombe's interval.",
                   "share"},
    DifferenceKind{"excess_pbs", "PBS less its null mean, of the same items; items resampled.", ""},
    DifferenceKind{"pull", "Signed pull of a slot, on the same items and orders; items resampled.", "share"},
    DifferenceKind{"status_share", "Records of a status; items resampled.", "share"},
    DifferenceKind{"length_tokens", "Tokens generated per answer; items resampled.", "tokens"},
};

/// A number of both sides for one item: sums over n of its records.
struct PairSum {
  double a = 0, b = 0;
  int n = 0;
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : seed_(seed) {}

  /// Rows for a, b and b - a; n = records, n_clusters = items.
  Result& add(std::string_view metric, double a, double b, int n, int n_items,
              const std::map<std::string, std::string>& more = {}) {
    for (const auto& [side, value] : {std::pair{"a", a}, {"b", b}, {"b - a", b - a}}) {
      Result& r = row(metric, side, more);
      r.value = value;
      r.n = n;
      r.n_clusters = n_items;
      r.reason = "no interval: see b - a";
    }
    out.back().reason = kNoTest;
    return out.back();
  }

  void add_undefined(std::string_view metric, const std::string& reason) {
    for (const char* side : {"a", "b", "b - a"}) row(metric, side, {}).reason = reason;
  }

  /// Means over the records of all items; the difference's interval from resampling items.
  Result* add_mean(std::string_view metric, std::vector<PairSum> items, const std::string& why_none,
                   const std::map<std::string, std::string>& more = {}) {
    std::erase_if(items, [](const PairSum& i) { return i.n == 0; });
    if (items.empty()) {
      add_undefined(metric, why_none);
      return nullptr;
    }
    PairSum all;
    std::vector<stats::ClusterSum> differences;
    for (const PairSum& i : items) {
      all = {all.a + i.a, all.b + i.b, all.n + i.n};
      differences.push_back({i.b - i.a, i.n});
    }
    Result& r = add(metric, all.a / all.n, all.b / all.n, all.n, static_cast<int>(items.size()), more);
    const stats::Bootstrap resampled = stats::bootstrap_mean(differences, kNBootstrap, seed_);
    r.value = resampled.estimate;
    if (items.size() < 2) {
      r.reason = "no interval: one item";
    } else {
      r.low = resampled.low;
      r.high = resampled.high;
    }
    return &r;
  }

  /// Yes or no per item on both sides: [a][b] counts.
  void add_paired(std::string_view metric, const std::array<std::array<int, 2>, 2>& counts,
                  const std::string& why_none) {
    const int n = counts[0][0] + counts[0][1] + counts[1][0] + counts[1][1];
    if (n == 0) return add_undefined(metric, why_none);
    const auto p = stats::paired_proportions(counts[1][1], counts[1][0], counts[0][1], counts[0][0]);
    Result& r = add(metric, static_cast<double>(counts[1][0] + counts[1][1]) / n,
                    static_cast<double>(counts[0][1] + counts[1][1]) / n, n, n);
    r.value = p.diff;
    r.low = p.interval.low;
    r.high = p.interval.high;
    r.p = p.p;
    r.p_kind = "exact McNemar";
    r.reason.clear();
  }

  std::vector<Result> out;

 private:
  Result& row(std::string_view metric, std::string_view side, const std::map<std::string, std::string>& more) {
    Result& r = out.emplace_back();
    r.metric = metric;
    r.group = more;
    r.group["side"] = side;
    const auto kind = std::ranges::find(kKinds, metric, &DifferenceKind::name);
    r.unit = kind->unit;
    return r;
  }

  std::uint64_t seed_;
};

void add_accuracy(Writer& to, const Pairing& pairing) {
  std::array<std::array<int, 2>, 2> counts{};
  for (const ItemPair& item : pairing.items) {
    const CellPair& first = item.cells.front();
    if (first.a->key.variant != 0) continue;
    const auto a = is_right(*first.a), b = is_right(*first.b);
    if (a && b) ++counts[*a ? 1 : 0][*b ? 1 : 0];
  }
  to.add_paired("accuracy", counts, "no item with a single right option, read on both sides in the first order");
}

void add_accuracy_mean(Writer& to, const Pairing& pairing) {
  std::vector<PairSum> items;
  std::vector<std::int64_t> differences;
  for (const ItemPair& item : pairing.items) {
    PairSum& sum = items.emplace_back();
    for (const CellPair& cell : item.cells) {
      const auto a = is_right(*cell.a), b = is_right(*cell.b);
      if (!a || !b) continue;
      sum = {sum.a + *a, sum.b + *b, sum.n + 1};
    }
    differences.push_back(std::llround(sum.b - sum.a));
  }
  Result* r = to.add_mean("accuracy_mean", items, "no answer to an item with a single right option on both sides");
  if (!r) return;
  r->p = stats::sign_flip_test(differences).p_two_sided;
  r->p_kind = "exact sign flips of items";
  if (r->low) r->reason.clear();
}

bool changes(const ItemPair& item, const Observation* CellPair::*side) {
  std::set<int> contents;
  for (const CellPair& cell : item.cells) contents.insert(content_of(*item.item, *(cell.*side)->reading.option));
  return contents.size() > 1;
}

void add_flip_rate(Writer& to, const Pairing& pairing) {
  std::array<std::array<int, 2>, 2> counts{};
  for (const ItemPair& item : pairing.items) {
    if (!item.complete() || item.cells.size() < 2) continue;
    ++counts[changes(item, &CellPair::a) ? 1 : 0][changes(item, &CellPair::b) ? 1 : 0];
  }
  to.add_paired("flip_rate", counts, "no item with two or more orders, all answered on both sides");
}

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

void add_excess_pbs(Writer& to, const Pairing& pairing, std::uint64_t seed) {
  stats::PbsNullTables nulls(seed);
  std::vector<PairSum> items;
  for (const ItemPair& item : pairing.items) {
    if (!item.complete()) continue;
    const stats::AnsweredItem of_a = answered(item, &CellPair::a);
    if (!stats::balanced(of_a.orders)) continue;
    const Estimate a = nulls.compare(of_a).excess(), b = nulls.compare(answered(item, &CellPair::b)).excess();
    if (a.value && b.value) items.push_back({*a.value, *b.value, 1});
  }
  to.add_mean("excess_pbs", items, "no item of three or more options in balanced orders, all answered on both sides");
}

void add_pull(Writer& to, const Pairing& pairing) {
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

void add_status(Writer& to, const Pairing& pairing) {
  bool any = false;
  for (int s = 0; s < kNStatuses; ++s) {
    const auto status = static_cast<Status>(s);
    std::vector<PairSum> items;
    bool seen = false;
    for (const ItemPair& item : pairing.items) {
      PairSum& sum = items.emplace_back();
      for (const CellPair& cell : item.cells) {
        const bool a = cell.a->reading.status == status, b = cell.b->reading.status == status;
        sum = {sum.a + a, sum.b + b, sum.n + 1};
        seen |= a || b;
      }
    }
    if (seen) to.add_mean("status_share", items, "", {{"status", std::string(to_string(status))}});
    any |= seen;
  }
  if (!any) to.add_undefined("status_share", "no pair");
}

void add_tokens(Writer& to, const Pairing& pairing) {
  std::vector<PairSum> items;
  for (const ItemPair& item : pairing.items) {
    PairSum& sum = items.emplace_back();
    for (const CellPair& cell : item.cells) {
      const int a = cell.a->reading.n_tokens, b = cell.b->reading.n_tokens;
      if (a > 0 && b > 0) sum = {sum.a + a, sum.b + b, sum.n + 1};
    }
  }
  to.add_mean("length_tokens", items, "token counts unknown");
}

}  // namespace

std::span<const DifferenceKind> difference_kinds() { return kKinds; }

std::vector<Result> differences(const Pairing& pairing, std::uint64_t seed) {
  Writer to(seed);
  add_accuracy(to, pairing);
  add_accuracy_mean(to, pairing);
  add_flip_rate(to, pairing);
  add_excess_pbs(to, pairing, seed);
  add_pull(to, pairing);
  add_status(to, pairing);
  add_tokens(to, pairing);
  return std::move(to.out);
}

}  // namespace brink
