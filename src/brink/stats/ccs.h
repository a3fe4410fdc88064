#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace brink::stats {

/// Contrast pairs, each side about its own mean, [n, d]: the negated and the affirmed form of a statement.
struct ContrastPairs {
  Eigen::MatrixXd negated, affirmed;
};

/// @param by_sd  divide by each side's own sd too (ddof 0; a constant column by 1).
ContrastPairs contrast_pairs(const Eigen::Ref<const Eigen::MatrixXd>& negated,
                             const Eigen::Ref<const Eigen::MatrixXd>& affirmed, bool by_sd = false);

/// A probe p(x) = 1 / (1 + exp(-(x w + b))) measured on contrast pairs, without labels.
struct Ccs {
  double consistency = 0;     // mean (p0 - (1 - p1))^2
  double confidence = 0;      // mean min(p0, p1)^2
  Eigen::VectorXd gradient;   // of their sum: w, then b; a tie of p0 and p1 counts half for each
  std::vector<double> score;  // (p0 + 1 - p1) / 2: below 1/2 the affirmed side is taken for true
};

/// The best constant, p = .4, has a loss of .2: a probe that has learnt anything is below. Which side is "true" is not
/// determined: fold the accuracy, or fix the sign on validation rows.
/// Source: Burns et al. 2023; specification decisions.md 31. Oracle: golden `ccs`.
Ccs evaluate_ccs(const ContrastPairs& pairs, const Eigen::VectorXd& weights, double intercept);

/// A contrast-consistent probe that was looked for.
struct CcsFit {
  Eigen::VectorXd weights;
  double intercept = 0, loss = 0;
  int n_steps = 0;  // of the start that won
};

/// Minimises consistency + confidence from `n_starts` random directions, by gradient descent with Barzilai & Borwein's
/// step, halved until the loss falls; the least loss wins, the first of equal ones. The objective is not convex, so
/// another trainer may find another probe: compare losses, not weights.
/// @param n_starts, n_steps  at least 1; a start ends early where the gradient is below 1e-10 in length.
/// Source: Burns et al. 2023 (ten starts; they descend by Adam).
CcsFit train_ccs(const ContrastPairs& pairs, std::uint64_t seed, int n_starts = 10, int n_steps = 1000);

}  // namespace brink::stats
