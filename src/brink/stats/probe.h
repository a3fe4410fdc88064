#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "brink/stats/item_split.h"
#include "brink/stats/logistic.h"
#include "brink/stats/scaling.h"

namespace brink::stats {

/// Values of C that are tried, ascending.
inline constexpr double kProbeGrid[] = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100};

/// States, what is asked about each, and the part it belongs to.
struct ProbeData {
  Eigen::MatrixXd states;    // [n, d], layers side by side; finite
  std::vector<bool> labels;  // [n]
  std::vector<Part> parts;   // [n]

  ProbeData of(Part part) const;
  bool one_class() const;  // also without a row
};

/// A linear read-out of a label from states: (row - mean) / sd . w + b.
struct LinearProbe {
  Scaling scaling;
  Eigen::VectorXd weights;  // [d]; 0 where training was constant
  double intercept = 0;

  std::vector<double> scores(const Eigen::Ref<const Eigen::MatrixXd>& states) const;
};

/// A probe, and what chose it.
struct ProbeFit {
  std::string why_undefined;  // "train one class", "val one class": then nothing below is set
  double c = 0;
  std::vector<double> validation_aurocs;  // over the grid
  LinearProbe probe;
};

/// States are z-scored by the training rows, one L2 logistic regression is fitted per C, and the C with the largest
/// validation AUROC wins, the smallest of equal ones. No refit.
/// @param grid  ascending, at least one.
/// Source: Intention Collapse, equations 7-9; specification decisions.md 27. Oracle: golden `probe`.
ProbeFit fit_probe(const ProbeData& data, std::span<const double> grid = kProbeGrid);

/// Index of the C to take, given the validation AUROC of each.
std::size_t best_c(std::span<const double> validation_aurocs);

}  // namespace brink::stats
