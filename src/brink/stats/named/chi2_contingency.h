#pragma once

#include <Eigen/Core>

#include "brink/base/json.h"

namespace brink::stats {

/// The fields of the statistic `chi2_contingency`, for statistics that hold such a table.
/// @param table  finite counts >= 0.
Json contingency_json(const Eigen::MatrixXd& table);

}  // namespace brink::stats
