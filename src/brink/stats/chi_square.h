#pragma once

namespace brink::stats {

/// A chi-square statistic with its upper tail.
struct ChiSquare {
  double statistic;
  int df;
  double p;
};

/// @param statistic  >= 0, finite. df = 0: nothing is tested, p = 1.
ChiSquare chi_square(double statistic, int df);

}  // namespace brink::stats
