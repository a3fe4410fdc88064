#pragma once

#include <Eigen/Core>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Intrinsic dimension from the ratio mu = r2 / r1 of the distances to the two nearest neighbours.
struct TwoNn {
  int n = 0, n_kept = 0;   // rows with a ratio; the lowest of them that count
  Estimate dimension;      // least squares through the origin; undefined: "n too small", "all ratios one"
  Estimate mle, unbiased;  // n / sum ln mu, (n - 1) / sum ln mu
  Estimate censored;       // (n_kept - 1) / (sum of the kept ln mu + (n - n_kept) times the largest of them)
};

/// With x = ln mu ascending and y = -ln(1 - i / n), i = 1..floor(n (1 - discard)), i < n: slope of y on x, no
/// intercept.
/// @param ratios  mu >= 1, finite.  @param discard  share of the largest that are left out, in [0, 1).
/// n too small: n < 3 or n_kept < 2.
/// Source: Facco et al. 2017; Denti et al. 2022 (unbiased, censored); specification decisions.md 25. Oracle: golden
/// `twonn`.
TwoNn two_nn(std::vector<double> ratios, double discard = 0.1);

/// Of points: equal rows are one (first kept), so that no r1 is 0.
TwoNn two_nn_of_rows(const Eigen::Ref<const Eigen::MatrixXd>& rows, double discard = 0.1);

/// r2 / r1 of each row; rows whose nearest neighbour is at 0 have none. At least 3 rows.
std::vector<double> neighbour_ratios(const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// Intrinsic dimension by maximum likelihood from k nearest neighbours.
struct LevinaBickel {
  struct AtK {
    int k = 0;
    Estimate mean;         // of the local estimates m_k(x); undefined: "infinite local estimate"
    Estimate of_inverses;  // 1 / mean of 1 / m_k(x); undefined: the same, when every one is
  };
  int n = 0, n_duplicates = 0;  // distinct rows, and the others
  std::vector<AtK> by_k;        // k1..k2
  Estimate of_inverses;         // mean over k: MacKay & Ghahramani, the one to use; undefined: "k2 >= n"
  Estimate mean;                // mean over k: Levina & Bickel
  Estimate unbiased;            // of_inverses with k - 2 in place of k - 1; also undefined: "k1 < 3"
};

/// m_k(x) = [ 1/(k - 1) sum_{j < k} ln(T_k(x) / T_j(x)) ]^-1,   T_j the distance to the j-th neighbour.
/// @param k1, k2  2 <= k1 <= k2. Equal rows are one.
/// Source: Levina & Bickel 2004; MacKay & Ghahramani 2005; specification decisions.md 26. Oracle: golden `lb_mle`.
LevinaBickel levina_bickel(const Eigen::Ref<const Eigen::MatrixXd>& rows, int k1 = 10, int k2 = 20);

/// Both, bit for bit, of one search for neighbours, which is what they cost.
struct IntrinsicDimension {
  TwoNn two_nn;
  LevinaBickel levina_bickel;
};
IntrinsicDimension intrinsic_dimension(const Eigen::Ref<const Eigen::MatrixXd>& rows, int k1 = 10, int k2 = 20);

}  // namespace brink::stats
