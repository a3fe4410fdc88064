#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "brink/stats/named/field.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Rows of finite numbers, all as long as the first: at least one row and one column.
Eigen::MatrixXd read_matrix(const Field& field);
/// Finite numbers.
Eigen::VectorXd read_vector(const Field& field);
/// 0 or 1 each, n of them.
std::vector<bool> read_labels(const Field& field, Eigen::Index n);
/// "train", "val" or "test" each, n of them.
std::vector<std::string> read_split(const Field& field, Eigen::Index n);

Json to_json(const Eigen::VectorXd& values);
Json to_json(const std::optional<Interval>& interval);

}  // namespace brink::stats
