#include "brink/compare/state_differences.h"

#include <algorithm>

#include "brink/extract/states.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/similarity.h"

namespace brink {
namespace {

using Eigen::MatrixXd;

constexpr int kGroups = 50;

/// One side's records, an item each.
StateRecords first_records(const Pairing& pairing, const Observation* CellPair::*side) {
  StateRecords out;
  for (const ItemPair& item : pairing.items) out.own.push_back((item.cells.front().*side)->record);
  return out;
}

std::vector<StateColumn> at_prompt(const Store& store, const StateRecords& records) {
  std::vector<StateColumn> out = state_columns(store, records);
  std::erase_if(out, [](const StateColumn& c) { return c.point != kLastPrompt; });
  return out;
}

/// Layers that are held against each other: those of one name, else by depth where there are as many.
std::vector<std::pair<StateColumn, StateColumn>> pairs_of(const std::vector<StateColumn>& a,
                                                          const std::vector<StateColumn>& b) {
  std::vector<std::pair<StateColumn, StateColumn>> out;
  for (const StateColumn& column : a)
    if (std::ranges::find(b, column) != b.end()) out.emplace_back(column, column);
  const bool all = out.size() == a.size() && out.size() == b.size();
  if (all || a.size() != b.size()) return out;
  out.clear();
  for (std::size_t i = 0; i < a.size(); ++i) out.emplace_back(a[i], b[i]);
  return out;
}

struct Both {
  MatrixXd a, b;
};

/// States of the items that have one on both sides.
Both shared_rows(const StateRows& a, const StateRows& b) {
  std::vector<Eigen::Index> of_a, of_b;
  for (std::size_t i = 0, j = 0; i < a.rows.size() && j < b.rows.size();) {
    if (a.rows[i] == b.rows[j]) {
      of_a.push_back(static_cast<Eigen::Index>(i++));
      of_b.push_back(static_cast<Eigen::Index>(j++));
    } else {
      ++(a.rows[i] < b.rows[j] ? i : j);
    }
  }
  return {a.x(of_a, Eigen::all).cast<double>(), b.x(of_b, Eigen::all).cast<double>()};
}

void add_dimension(DifferenceRows& to, const Both& x, const DifferenceRows::Group& layer) {
  const stats::DimensionAndGram found_a = stats::dimension_and_gram(x.a), found_b = stats::dimension_and_gram(x.b);
  const Estimate &a = found_a.dimension.corrected, &b = found_b.dimension.corrected;
  const int n = static_cast<int>(x.a.rows());
  if (!a.value || !b.value) {
    for (const char* side : {"a", "b", "b - a"})
      to.row("state_dimension", side, layer).reason = a.value ? b.why_undefined : a.why_undefined;
    return;
  }
  Result& r = to.add("state_dimension", *a.value, *b.value, n, n, layer);
  const int n_groups = std::min(n, kGroups);
  const auto of_a = stats::without_groups(found_a.gram, static_cast<int>(x.a.cols()), n_groups),
             of_b = stats::without_groups(found_b.gram, static_cast<int>(x.b.cols()), n_groups);
  std::vector<Estimate> differences;
  for (std::size_t g = 0; g < of_a.size(); ++g) {
    const Estimate &left = of_a[g].corrected, &right = of_b[g].corrected;
    differences.push_back(!left.value ? left : !right.value ? right : Estimate::of(*right.value - *left.value));
  }
  const Estimate se = stats::jackknife_se(differences);
  if (!se.value) {
    r.reason = "no interval: " + se.why_undefined;
    return;
  }
  r.low = *r.value - 1.96 * *se.value;
  r.high = *r.value + 1.96 * *se.value;
}

void add_similarity(DifferenceRows& to, const Both& x, const DifferenceRows::Group& layer) {
  const stats::Similarity s = stats::similarity(x.a, x.b);
  for (const auto& [metric, value] :
       {std::pair{"state_cka", &s.cka}, {"state_cka_debiased", &s.cka_debiased}, {"state_rsa", &s.rsa}}) {
    Result& r = to.row(metric, "both", layer);
    r.value = value->value;
    r.reason = value->value ? "no interval: a similarity" : value->why_undefined;
    r.n = r.n_clusters = static_cast<int>(x.a.rows());
  }
}

}  // namespace

void add_state_differences(DifferenceRows& to, const Pairing& pairing, const Store& a, const Store& b) {
  const StateRecords of_a = first_records(pairing, &CellPair::a), of_b = first_records(pairing, &CellPair::b);
  for (const auto& [left, right] : pairs_of(at_prompt(a, of_a), at_prompt(b, of_b))) {
    const std::string name = layer_name(left.site), other = layer_name(right.site);
    const DifferenceRows::Group layer{{"layer", name == other ? name : name + " ~ " + other}};
    const StateRows rows_a = read_states(a, of_a, left), rows_b = read_states(b, of_b, right);
    if (!rows_a.why_none.empty() || !rows_b.why_none.empty()) {
      for (const char* side : {"a", "b", "b - a"})
        to.row("state_dimension", side, layer).reason = rows_a.why_none.empty() ? rows_b.why_none : rows_a.why_none;
      continue;
    }
    const Both x = shared_rows(rows_a, rows_b);
    add_dimension(to, x, layer);
    add_similarity(to, x, layer);
  }
}

}  // namespace brink
