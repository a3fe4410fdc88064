#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "brink/base/estimate.h"
#include "brink/stats/proportion.h"

namespace brink::stats {

/// Two readings of one text: such as the answer before thinking and the one after.
struct PairedReading {
  std::int64_t item;
  int first, second;  // any categories
};

/// Agreement beyond what the two readings' frequencies make by chance.
struct Kappa {
  int n = 0, n_items = 0;
  Estimate agreement, by_chance;     // shares; undefined: "no pair"
  Estimate kappa;                    // (agreement - by_chance) / (1 - by_chance); also undefined: "one category"
  std::optional<Interval> interval;  // 95 %, linearised, clustered by item, Student t; absent with one item
};

/// "Known before thinking" is agreement of a(0) with a(T); a model that mostly answers one slot agrees with itself by
/// chance, which kappa takes out.
/// Source: Cohen 1960; Fleiss, Cohen & Everitt 1969 (the same variance where every pair is its own item).
/// Oracle: statsmodels, values in curve_test.cpp.
Kappa kappa(std::span<const PairedReading> pairs);

}  // namespace brink::stats
