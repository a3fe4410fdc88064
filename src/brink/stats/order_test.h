#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/chi_square.h"

namespace brink::stats {

/// Counts of chosen slots of one item, and their moments when the order does not matter.
struct SlotMoments {
  Eigen::VectorXd observed, expected;  // [m]
  Eigen::MatrixXd covariance;          // [m, m]
};

/// Exact null moments for any set of orders, gaps included, without enumeration.
///
/// Null: the contents chosen over the item's V answered variants are assigned to these variants without replacement,
/// all V! ways alike. With a_j(i, v) = share of slot j in the place of the i-th chosen content in variant v, and d_j =
/// a_j centred over i and over v:
///
///   E n_j = sum_iv a_j / V,    Cov(n_j, n_k) = sum_iv d_j d_k / (V - 1)
///
/// On a complete balanced set E n_j = V / m. V = 1 has no variance. O(V m^2).
/// Source: Hoeffding 1951, "A combinatorial central limit theorem"; specification statistics.md 1.
SlotMoments slot_moments(const AnsweredItem& item);

/// Signed pull of one slot: how much of all choices it draws beyond what the contents explain.
struct SlotPull {
  double pull;                      // sum_i (n_ij - E n_ij) / N, N = all choices; in [-1, 1]
  std::optional<double> low, high;  // 95 %, clustered by item, within [-1, 1]; absent with one item
};

/// Does the order of the options matter, and which slot pulls.
struct OrderTest {
  int n_items = 0;
  int n_informative = 0;                 // items whose counts can vary under the null
  double n_choices = 0;                  // N
  Eigen::VectorXd observed, expected;    // [largest m]
  Eigen::MatrixXd covariance;            // [largest m, largest m]
  std::optional<ChiSquare> conditional;  // the verdict's test
  std::string why_no_conditional;
  std::optional<ChiSquare> naive;  // Pearson, as if all choices were independent: not the right size, for comparison
  std::string why_no_naive;
  std::vector<SlotPull> pulls;  // per slot; empty without a choice
};

/// The model-level order test.
///
///   X^2 = (O - E)' pinv(S) (O - E),  O, E, S summed over items,  df = rank S,  p from chi-square
///
/// A rejection means that the order matters. Cyclic shifts alone cannot tell slot, letter and relative order apart.
///
/// @param items  of any m: shorter ones are padded with zeros, so that O - E and S add up.
/// @return conditional undefined: "no usable item", "no informative item: none chose other contents in another order".
///         naive undefined: "no usable item", "a slot is never expected".
///
/// The pull's interval is linearised (sandwich) with the item as the cluster: var = n/(n-1) sum_i (d_ij - pull_j V_i)^2
/// / N^2, Student t on n - 1 df. It needs no resampling, and a cluster bootstrap estimates the same variance.
/// Asymptotic: see order_test_test.cpp for its size and coverage. Oracle: golden `position_chi2`.
/// Source: specification statistics.md 1, 3; decisions.md 10.
OrderTest conditional_chi_square(std::span<const SlotMoments> items);

}  // namespace brink::stats
