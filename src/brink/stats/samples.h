#pragma once

#include <optional>
#include <span>

#include "brink/base/estimate.h"

namespace brink::stats {

/// How far several answers to one question are spread over meanings.
struct SemanticEntropy {
  int n = 0, n_invalid = 0, n_clusters = 0;  // answers with a cluster, without, clusters
  Estimate nats, bits;                       // undefined: "no valid sample"
  Estimate share_of_max;                     // nats / ln n; also undefined: "one sample"
  Estimate p_top;                            // share of the largest cluster
};

/// Entropy of the shares of the clusters.
/// @param clusters  number of each answer's meaning, any integers; nothing = no valid answer, left out.
/// Source: Farquhar et al. 2024 (discrete form); specification decisions.md 32. Oracle: golden `semantic_entropy`.
SemanticEntropy semantic_entropy(std::span<const std::optional<int>> clusters);

/// Majority vote over several answers to one question.
struct SelfConsistency {
  int n = 0, n_valid = 0;
  std::optional<int> majority;  // of equally frequent ones the first seen; nothing without a valid answer
  int count = 0;
  Estimate agreement;         // count / n_valid; undefined: "no valid answer"
  Estimate agreement_of_all;  // count / n; undefined: "no answer"
  Estimate margin;            // (count - count of the second) / n_valid; as agreement
  bool tie = false;
};

/// @param answers  nothing = not valid.
/// Source: Wang et al. 2023; specification decisions.md 32. Oracle: golden `self_consistency`.
SelfConsistency self_consistency(std::span<const std::optional<int>> answers);

}  // namespace brink::stats
