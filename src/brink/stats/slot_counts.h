#pragma once

#include <Eigen/Core>
#include <span>

#include "brink/stats/chi_square.h"

namespace brink::stats {

/// Are all slots chosen alike often? For items whose options are interchangeable, so that nothing but the place (or its
/// label) can draw a choice.
///
///   X^2 = T' pinv(S) T,  T = sum_i d_i,  S = sum_i d_i d_i',  d_i = n_i - N_i / m
///
/// over items i with counts n_i of N_i choices; df = rank S. The choices of an item need not be independent.
/// Asymptotic in the items: see slot_counts_test.cpp for its size.
/// @param counts  [m] per item, all of the same m.
ChiSquare uniform_slots_test(std::span<const Eigen::VectorXd> counts);

}  // namespace brink::stats
