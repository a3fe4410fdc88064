#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "brink/base/estimate.h"
#include "brink/stats/probe.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// AUROC of a probe over repeated folds: every row is tested, so its interval is that of all items and not of a fifth.
struct CrossValidatedAuroc {
  int n_folds = 0, n_undefined = 0;  // over all repeats; those where a part has one class
  Estimate mean;                     // of the folds' test AUROCs; undefined: "no fold has both classes"
  Estimate se;                       // by the influence of each item; also undefined: "one item", "degenerate"
  std::optional<Interval> interval;  // 95 %, normal, within [0, 1]
};

/// Items are dealt out into `folds` parts, `repeats` times. Each fold is tested once with the next one choosing C and
/// the others training: the split 60/20/20 of fit_probe(), so C never sees what it is tested on.
///
/// A row's influence is (placement - AUROC of its fold) / share of its class in its fold, averaged over repeats; an
/// item's is the sum of its rows'; var = sum of squares / n^2. It takes the folds' training sets as given.
/// @param states  [n, d].  @param items  [n] item of each row.  @param folds  >= 3.
/// Source: LeDell, Petersen & van der Laan 2015; specification statistics.md 10.
CrossValidatedAuroc cross_validated_auroc(const Eigen::MatrixXd& states, const std::vector<bool>& labels,
                                          std::span<const std::int64_t> items, std::uint64_t seed, int folds = 5,
                                          int repeats = 5, std::span<const double> grid = kProbeGrid);

}  // namespace brink::stats
