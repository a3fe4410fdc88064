#pragma once

#include <Eigen/Core>

#include "brink/base/estimate.h"

namespace brink::stats {

/// How alike two representations of the same rows are, whatever their dimensions.
struct Similarity {
  Estimate cka;           // linear, in [0, 1]; undefined: "n < 2", "no variance"
  Estimate cka_debiased;  // by unbiased HSIC: about 0 for unrelated states, also where d > n; also: "n < 4"
  Estimate rsa;           // Spearman's, of the distances between rows; also: "n < 3", "constant distances"
};

/// cka = tr(K L) / sqrt(tr K^2 tr L^2),   K, L the Gram matrices of the rows about their means. Plain CKA of unrelated
/// states nears 1 as d grows over n. debiased: Gram matrices U-centred with their diagonals left out.
/// rsa: distances are Euclidean, one per pair of rows.
/// @param x, y  [n, d], [n, e], finite; row i of both is one record.  O(n^2 (d + e)).
/// Source: Kornblith et al. 2019; Song et al. 2012 and Murphy et al. 2024 (debiased); Kriegeskorte et al. 2008.
Similarity similarity(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);

}  // namespace brink::stats
