#include "brink/stats/chi_square.h"

#include <boost/math/distributions/chi_squared.hpp>

namespace brink::stats {

ChiSquare chi_square(double statistic, int df) {
  if (df == 0 || statistic <= 0) return {statistic, df, 1.0};
  return {statistic, df, cdf(complement(boost::math::chi_squared(df), statistic))};
}

}  // namespace brink::stats
