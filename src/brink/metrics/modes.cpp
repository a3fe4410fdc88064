// A configuration beside another mode of its model, or beside its own questions without options.
#include "brink/metrics/modes.h"

#include <algorithm>
#include <array>

#include "brink/metrics/answers.h"
#include "brink/metrics/entropy.h"
#include "brink/metrics/support.h"
#include "brink/stats/paired.h"

namespace brink {

PairedSums entropy_pairs(std::span<const AnswerPair> pairs) {
  PairedSums out;
  for (const AnswerPair& pair : pairs) {
    const Estimate a = h_int(*pair.a), b = h_int(*pair.b);
    if (a.value && b.value) out.push_back({*a.value, *b.value});
  }
  return out;
}

RightTable right_table(std::span<const AnswerPair> pairs) {
  RightTable out{};
  for (const AnswerPair& pair : pairs) {
    const auto a = is_right_or_unread(*pair.a), b = is_right_or_unread(*pair.b);
    if (a && b) ++out[*a ? 1 : 0][*b ? 1 : 0];
  }
  return out;
}

PairedSums right_pairs(std::span<const AnswerPair> pairs) {
  PairedSums out;
  for (const AnswerPair& pair : pairs) {
    const auto a = is_right_or_unread(*pair.a), b = is_right_or_unread(*pair.b);
    if (a && b) out.push_back({*a ? 1.0 : 0.0, *b ? 1.0 : 0.0});
  }
  return out;
}

std::string_view entropy_pattern(const Result& change) {
  if (!change.low || !change.high) return "n/a";
  return *change.high < 0 ? "CF" : *change.low > 0 ? "EC" : "n.s.";
}

void test_change(Result& change, const RightTable& table) {
  change.p = stats::mcnemar(table[1][0], table[0][1]).p_exact;
  change.p_kind = "exact McNemar";
  if (table[1][0] + table[0][1] > 0) return;
  change.low.reset();
  change.high.reset();
  change.reason = "no interval: no pair differs";
}

namespace {

constexpr auto kNoReference = "no other mode to hold it against";

/// Whether another mode of the same data set is on the other side; not so for the reference itself.
bool has_reference(const MetricInput& input) {
  return std::ranges::any_of(input.against, [&](const Against& a) { return a.dataset == input.configuration.dataset; });
}

void name_other_side(Result& r, const MetricInput& input, const Against& against) {
  if (against.dataset == input.configuration.dataset)
    r.group["against"] = against.mode;
  else
    r.group["against_dataset"] = against.dataset;
}

Result mean_change(const MetricInput& input, const PairedSums& pairs, const char* why_none) {
  std::vector<stats::ClusterSum> differences;
  for (const auto& [a, b] : pairs) differences.push_back({b - a, 1});
  Result r = item_mean(input, std::move(differences));
  if (!r.value) r.reason = why_none;
  return r;
}

/// One row for each other side; where there is none, one that says so.
template <class RowOf>
std::vector<Result> each_against(const MetricInput& input, const RowOf& row_of) {
  std::vector<Result> rows;
  for (const Against& against : input.against) {
    rows.push_back(row_of(against));
    rows.back().left_out["no pair"] = static_cast<int>(against.pairs.size()) - rows.back().n;
    if (rows.back().left_out["no pair"] == 0) rows.back().left_out.clear();
    name_other_side(rows.back(), input, against);
  }
  if (!has_reference(input)) rows.push_back(undefined(kNoReference));
  return rows;
}

std::vector<Result> h_int_change(const MetricInput& input) {
  return each_against(input, [&](const Against& against) {
    return mean_change(input, entropy_pairs(against.pairs), "no item with a read-out on both sides");
  });
}

std::vector<Result> accuracy_change(const MetricInput& input) {
  return each_against(input, [&](const Against& against) {
    Result r = mean_change(input, right_pairs(against.pairs), "no item that was graded on both sides");
    if (!r.value) return r;
    test_change(r, right_table(against.pairs));
    return r;
  });
}

std::vector<Result> accuracy_pairs(const MetricInput& input) {
  std::vector<Result> rows;
  for (const Against& against : input.against) {
    const RightTable table = right_table(against.pairs);
    const int n = table[0][0] + table[0][1] + table[1][0] + table[1][1];
    for (const auto& [cell, count] : {std::pair{"both right", table[1][1]},
                                      {"only the other right", table[1][0]},
                                      {"only this right", table[0][1]},
                                      {"both wrong", table[0][0]}}) {
      Result& r = rows.emplace_back();
      r.value = count;
      r.n = r.n_clusters = n;
      r.reason = "no interval: a count";
      r.group["cell"] = cell;
      name_other_side(r, input, against);
    }
  }
  if (!has_reference(input)) rows.push_back(undefined(kNoReference));
  return rows;
}

}  // namespace

extern constinit const Metric kHIntChange{
    .name = "h_int_change",
    .summary =
        "h_int less that of another mode on the same items; items resampled. Below 0 the mode collapses the "
        "distribution before it writes (the paper's CF), above 0 it spreads it (EC); n.s. where the interval holds 0.",
    .unit = "bits",
    .source = "Intention Collapse, sec. 4",
    .needs = "read-out, two modes",
    .compute = h_int_change,
};
extern constinit const Metric kAccuracyChange{
    .name = "accuracy_change",
    .summary =
        "accuracy_of_all less that of another mode on the same items, or of the same questions without options; items "
        "resampled, exact McNemar test.",
    .unit = "share",
    .source = "McNemar 1947",
    .needs = "gold, two modes",
    .compute = accuracy_change,
};
extern constinit const Metric kAccuracyPairs{
    .name = "accuracy_pairs",
    .summary = "The four counts behind accuracy_change.",
    .unit = "items",
    .source = "McNemar 1947",
    .needs = "gold, two modes",
    .compute = accuracy_pairs,
};

}  // namespace brink
