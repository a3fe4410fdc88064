#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "brink/base/estimate.h"
#include "brink/stats/chi_square.h"

namespace brink::stats {

/// Pearson's test of independence in an r x c table.
struct Contingency {
  Eigen::MatrixXd expected;
  double min_expected = 0;
  ChiSquare pearson;               // no continuity correction; df = 0: statistic 0, p 1
  std::optional<ChiSquare> yates;  // 2 x 2 only: |O - E| less min(1/2, |O - E|)
  Estimate cramers_v;              // undefined: "one row or column"
};
/// @param table  counts >= 0, no zero row or column. Oracle: golden `chi2_contingency` (SciPy).
Contingency contingency(const Eigen::MatrixXd& table);

/// Fisher's exact test of the 2 x 2 table (a b; c d), conditional on its margins.
struct Fisher {
  double p_two_sided;   // outcomes at most as likely as a, equal ones within a relative 1e-10
  double p_greater;     // P(A >= a)
  double p_less;        // P(A <= a)
  Estimate odds_ratio;  // sample, ad / bc; undefined: "b c = 0"
};
/// A zero margin leaves one possible table: every p is 1. O(sqrt N) but for the far tails of very large tables.
/// Oracle: golden `fisher` (SciPy).
Fisher fisher(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d);

}  // namespace brink::stats
