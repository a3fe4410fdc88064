#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "brink/compare/agreement.h"
#include "brink/compare/differences.h"

namespace brink {

/// Two configurations of equal data set and mode, on what both were asked.
struct Comparison {
  Configuration a, b;
  int n_items = 0, n_pairs = 0;         // recorded on both sides
  std::map<std::string, int> unpaired;  // cells without a partner, by reason
  std::vector<Result> results;          // agreement() and differences(); group: model_a, model_b, dataset, mode, ...
  std::vector<Divergence> examples;
};

struct ComparisonOptions {
  /// Names of models to compare, a's and b's. Empty: those of equal name; where each store has one model, these two.
  std::vector<std::pair<std::string, std::string>> models;
  int n_examples = 10;  // divergences kept per comparison
};

struct StoreComparison {
  std::vector<Comparison> comparisons;
  std::vector<std::string> alone;  // configurations without a partner
};

/// Two stores, or two models of one store. Throws Error(kUsage) where `models` names none that is there, or names are
/// needed.
StoreComparison compare_stores(const Store& a, const Store& b, const ComparisonOptions& options = {});

/// Trial 0 and another trial of one model in a store.
std::vector<Comparison> compare_trials(const Store& store, const std::string& model, int trial, int n_examples = 10);

}  // namespace brink
