#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "brink/compare/agreement.h"
#include "brink/compare/differences.h"

namespace brink {

/// Two configurations of one data set, on what both were asked.
struct Comparison {
  Configuration a, b;
  int n_items = 0, n_pairs = 0;         // recorded on both sides
  std::map<std::string, int> unpaired;  // cells without a partner, by reason
  std::vector<Result> results;          // agreement() and differences(); group: docs/compare.md
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

/// The configurations of a that `of_a` chooses with those of b that `of_b` chooses, by pair_up(). b may be a itself.
/// pbs_wilcoxon has two more methods, "holm" and "benjamini_hochberg": its p-values, the exact ones where there are
/// some and else those by "normal", adjusted over both directions of all comparisons returned. Throws Error(kUsage)
/// where a value that is given is not there, or nothing can be paired.
StoreComparison compare_configurations(const Store& a, const Choice& of_a, const Store& b, const Choice& of_b,
                                       int n_examples = 10);

/// Every two modes of a model and every two models of a mode, untreated, with differences() alone; adjusted alike.
std::vector<Comparison> compare_all(const Store& store);

/// Trial 0 and another trial of one model in a store.
std::vector<Comparison> compare_trials(const Store& store, const std::string& model, int trial, int n_examples = 10);

}  // namespace brink
