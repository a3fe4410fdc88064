#pragma once

#include <Eigen/Core>
#include <string>

namespace brink::stats {

/// Least squares with standard errors that hold whatever the variance of each row.
struct Ols {
  int n = 0, df = 0;             // rows; rows - columns
  std::string why_undefined;     // "n too small" (df < 1), "collinear"; then nothing below is set
  Eigen::VectorXd coefficients;  // [p]
  Eigen::MatrixXd covariance;    // [p, p], HC3
};

/// b = (X'X)^-1 X'y,  cov = (X'X)^-1 X' diag(e_i^2 / (1 - h_i)^2) X (X'X)^-1,  h_i the leverage of row i.
///
/// A row of leverage 1 is fitted by a coefficient of its own (a factor level with one row): its residual is 0 and it
/// adds nothing, so that the other coefficients are those without the row. A residual that is rounding counts as 0: a
/// row of nearly all leverage would blow it up.
/// @param design  [n, p], with a column for the constant if there is to be one.  @param y  [n]. All finite.
/// Source: MacKinnon & White 1985; Long & Ervin 2000. Oracle: statsmodels, values in ols_test.cpp.
Ols ols_hc3(const Eigen::MatrixXd& design, const Eigen::VectorXd& y);

}  // namespace brink::stats
