#pragma once

#include <Eigen/Core>
#include <vector>

namespace brink::stats {

/// The rows that are not equal to an earlier one (0 equals -0), in order.
std::vector<int> distinct_rows(const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// Euclidean distances of each row to its k nearest others, ascending: [k, N], a column per row.
///
/// Which rows may be among them is found by inner products in single precision about the mean, each taken once for both
/// of its rows, with every row kept that rounding could hide; their distances are taken by direct differences, so that
/// equal rows are at 0 and near ones keep their digits far from the origin.
/// @param k  in 1..N - 1.  O(N^2 d / 2) time; memory for a second copy of the rows, half of one, and O(N k).
Eigen::MatrixXd nearest_distances(const Eigen::Ref<const Eigen::MatrixXd>& rows, int k);

}  // namespace brink::stats
