#pragma once

#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// Area under the risk-coverage curve: the mean, over k = 1..n, of the share of errors among the k answers of the
/// highest score. Answers of one score enter in any order: the mean over all orders.
/// @param right, scores  parallel; no NaN.
/// @return in [0, 1], the error rate for a score without information. Undefined: "no observation".
/// Source: Geifman & El-Yaniv 2017; El-Yaniv & Wiener 2010.
Estimate aurc(const std::vector<bool>& right, std::span<const double> scores);

/// Mean of (p - right)^2. @param p  probability that the answer is right. Undefined: "no observation".
/// Source: Brier 1950.
Estimate brier(const std::vector<bool>& right, std::span<const double> p);

}  // namespace brink::stats
