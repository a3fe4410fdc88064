#include "brink/compare/differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "brink/compare/difference_rows.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/modes.h"
#include "brink/stats/sign_flip.h"

namespace brink {
namespace {

constexpr std::array kKinds{
    DifferenceKind{"accuracy", "Right in the first order, items as pairs: exact McNemar test, Newcombe's interval.",
                   "share"},
    DifferenceKind{"accuracy_mean",
                   "Right over all shared orders: items resampled for the interval, sign flips of items for the test.",
                   "share"},
    DifferenceKind{"accuracy_of_all",
                   "Right in the first order, unread answers counted as wrong: items resampled for the interval, exact "
                   "McNemar test; accuracy_pairs has its four counts.",
                   "share"},
    DifferenceKind{"accuracy_pairs", "Items right on both sides, on one, on none.", "items"},
    DifferenceKind{"h_int",
                   "Entropy of the next token at the end of the prompt: items resampled; `pattern` CF where b's is the "
                   "lower, EC where it is the higher, n.s. where the interval holds 0.",
                   "bits"},
    DifferenceKind{"flip_rate",
                   "Items whose content changes with the order, of those answered in every order on both sides: exact "
                   "McNemar test, Newcombe's interval.",
                   "share"},
    DifferenceKind{"excess_pbs", "PBS less its null mean, of the same items; items resampled.", ""},
    DifferenceKind{"pbs", "Per-item PBS, of the same items where all have equally many options; items resampled.", ""},
    DifferenceKind{"pbs_wilcoxon",
                   "Wilcoxon's signed ranks of the items' PBS, one-sided, in both directions; items of equal PBS are "
                   "dropped. The value is the rank-biserial correlation, positive where a's PBS is the greater.",
                   ""},
    DifferenceKind{"pull", "Signed pull of a slot, on the same items and orders; items resampled.", "share"},
    DifferenceKind{"status_share", "Records of a status; items resampled.", "share"},
    DifferenceKind{"length_tokens", "Tokens generated per answer; items resampled.", "tokens"},
    DifferenceKind{"length_ratio",
                   "Geometric mean of the answers' lengths in code points, and b's over a's (b / a); items resampled.",
                   "code points"},
    DifferenceKind{"state_dimension",
                   "Corrected effective dimension of a layer's states at the last prompt token, a row an item; "
                   "jackknife over items.",
                   "directions"},
    DifferenceKind{"state_cka", "Linear CKA of both sides' states, of the same items.", ""},
    DifferenceKind{"state_cka_debiased", "The same by unbiased HSIC: about 0 for unrelated states.", ""},
    DifferenceKind{"state_rsa", "Spearman's correlation of the distances between items, one side's with the other's.",
                   ""},
};

void add_accuracy(DifferenceRows& to, const Pairing& pairing) {
  std::array<std::array<int, 2>, 2> counts{};
  for (const ItemPair& item : pairing.items) {
    const CellPair& first = item.cells.front();
    if (first.a->key.variant != 0) continue;
    const auto a = is_right(*first.a), b = is_right(*first.b);
    if (a && b) ++counts[*a ? 1 : 0][*b ? 1 : 0];
  }
  to.add_paired("accuracy", counts, "no item with a single right option, read on both sides in the first order");
}

void add_accuracy_mean(DifferenceRows& to, const Pairing& pairing) {
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

std::vector<AnswerPair> first_answers(const Pairing& pairing) {
  std::vector<AnswerPair> out;
  for (const ItemPair& item : pairing.items)
    if (item.cells.front().a->key.variant == 0) out.push_back({item.cells.front().a, item.cells.front().b});
  return out;
}

std::vector<PairSum> sums(const PairedSums& pairs) {
  std::vector<PairSum> out;
  for (const auto& [a, b] : pairs) out.push_back({a, b, 1});
  return out;
}

constexpr auto kBoth = "both";  // side of the counts of a table of pairs

void add_accuracy_of_all(DifferenceRows& to, const Pairing& pairing) {
  const std::vector<AnswerPair> pairs = first_answers(pairing);
  Result* r = to.add_mean("accuracy_of_all", sums(right_pairs(pairs)),
                          "no item with a single right answer, asked on both sides in the first order");
  if (!r) {
    to.row("accuracy_pairs", kBoth, {}).reason = "no pair";
    return;
  }
  const RightTable table = right_table(pairs);
  if (r->low) r->reason.clear();
  test_change(*r, table);
  const int n = r->n;
  for (const auto& [cell, count] : {std::pair{"both right", table[1][1]},
                                    {"only a right", table[1][0]},
                                    {"only b right", table[0][1]},
                                    {"both wrong", table[0][0]}}) {
    Result& row = to.row("accuracy_pairs", kBoth, {{"cell", cell}});
    row.value = count;
    row.n = row.n_clusters = n;
    row.reason = "no interval: a count";
  }
}

void add_entropy(DifferenceRows& to, const Pairing& pairing) {
  Result* r =
      to.add_mean("h_int", sums(entropy_pairs(first_answers(pairing))), "no item with a read-out on both sides");
  if (r) r->group["pattern"] = entropy_pattern(*r);
}

bool changes(const ItemPair& item, const Observation* CellPair::*side) {
  std::set<int> contents;
  for (const CellPair& cell : item.cells) contents.insert(content_of(*item.item, *(cell.*side)->reading.option));
  return contents.size() > 1;
}

void add_flip_rate(DifferenceRows& to, const Pairing& pairing) {
  std::array<std::array<int, 2>, 2> counts{};
  for (const ItemPair& item : pairing.items) {
    if (!item.complete() || item.cells.size() < 2) continue;
    ++counts[changes(item, &CellPair::a) ? 1 : 0][changes(item, &CellPair::b) ? 1 : 0];
  }
  to.add_paired("flip_rate", counts, "no item with two or more orders, all answered on both sides");
}

void add_status(DifferenceRows& to, const Pairing& pairing) {
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

void add_tokens(DifferenceRows& to, const Pairing& pairing) {
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

void add_length_ratio(DifferenceRows& to, const Pairing& pairing) {
  std::vector<PairSum> items;
  for (const ItemPair& item : pairing.items) {
    PairSum sum;
    for (const CellPair& cell : item.cells) {
      const int a = cell.a->reading.n_chars, b = cell.b->reading.n_chars;
      if (a > 0 && b > 0) sum = {sum.a + std::log(a), sum.b + std::log(b), sum.n + 1};
    }
    // An item counts once, however many orders were answered.
    if (sum.n > 0) items.push_back({sum.a / sum.n, sum.b / sum.n, 1});
  }
  to.add_ratio("length_ratio", std::move(items), "no pair of texts");
}

}  // namespace

std::span<const DifferenceKind> difference_kinds() { return kKinds; }

std::vector<Result> differences(const Pairing& pairing, std::uint64_t seed) {
  DifferenceRows to(seed);
  add_accuracy(to, pairing);
  add_accuracy_mean(to, pairing);
  add_accuracy_of_all(to, pairing);
  add_entropy(to, pairing);
  add_flip_rate(to, pairing);
  add_order_differences(to, pairing);
  add_status(to, pairing);
  add_tokens(to, pairing);
  add_length_ratio(to, pairing);
  return to.take();
}

}  // namespace brink
