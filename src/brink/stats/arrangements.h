#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "brink/stats/answered_item.h"

namespace brink::stats {

/// All ways to put chosen contents on an item's variants, weighed by exp(eta . sum of features).
struct ArrangementMoments {
  double log_sum;              // log of the sum of the weights
  Eigen::VectorXd mean;        // [r] of the summed features
  Eigen::MatrixXd covariance;  // [r, r]
};

/// The features that a content has in a variant, and how often each content is to be placed.
struct Arrangements {
  std::vector<int> times;                             // per content; their sum is the number of variants V
  std::vector<std::vector<Eigen::VectorXd>> feature;  // [V][content], each [r]

  /// Items of more are left out of what is fitted.
  static constexpr double kMostStates = 4096;

  /// Multisets of contents that may be left: what moments() counts through.
  double n_states() const;
  /// O(n_states * contents * r^2).
  ArrangementMoments moments(const Eigen::VectorXd& eta) const;
};

/// What an item chose, among all ways to arrange it.
struct CodedItem {
  Arrangements arrangements;
  Eigen::VectorXd observed;  // [r] sum of the features
};

/// @param r        number of features
/// @param feature  of a content shown in variant v, [r]
CodedItem code_item(const AnsweredItem& item, Eigen::Index r,
                    const std::function<Eigen::VectorXd(std::size_t v, int content)>& feature);

}  // namespace brink::stats
