#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/answered_item.h"

namespace brink::stats {

/// One value that PBS can take when the order does not matter.
struct SupportPoint {
  double pbs;
  std::int64_t sum_squares;  // sum_j n_j^2 in units of 1 / PbsNull::unit^2; PBS = sqrt(sum_squares / (unit V)^2 - 1/m)
  double probability;
};

/// Null distribution of one item's PBS: its chosen contents, reassigned to its answered variants, all ways alike.
struct PbsNull {
  std::vector<SupportPoint> support;  // one per multiset of slot counts, by ascending PBS
  double mean = 0, sd = 0;            // of PBS
  std::int64_t unit = 1;              // counts are multiples of 1/unit; above 1 only where options share their text
  int n_draws = 0;                    // 0: exact
};

/// An item against its null.
struct ItemPbs {
  int m = 0, n_variants = 0;
  std::vector<int> counts;  // [m] chosen slots, in units of 1 / null->unit
  double pbs = 0;
  std::int64_t sum_squares = 0;
  double p = 1;                   // P(null >= pbs), (b+1)/(B+1) when drawn
  const PbsNull* null = nullptr;  // owned by the PbsNullTables

  bool informative() const { return null->sd > 0; }
  /// PBS - null mean. Undefined: "constant for m = 2" (two answers' PBS is fixed by their contents), "one answer".
  Estimate excess() const;
};

/// Computes nulls and keeps them: items repeat a few patterns of answers, so 100,000 items need a handful of tables.
///
/// Exact by enumeration of the distinct arrangements, V! / prod_c k_c! of them, up to kMostArrangements; beyond that
/// kDraws seeded draws (the seed and the pattern determine them, not the order of the calls).
/// Source: specification statistics.md 2. Oracle: golden `pbs_null`, which enumerates all V!.
class PbsNullTables {
 public:
  static constexpr int kMostArrangements = 50'000;
  static constexpr int kDraws = 20'000;

  explicit PbsNullTables(std::uint64_t seed = 0) : seed_(seed) {}

  /// @param item  at least one answered variant. The result points into this object.
  ItemPbs compare(const AnsweredItem& item);

 private:
  std::uint64_t seed_;
  std::map<std::string, PbsNull> tables_;  // by pattern; nodes stay where they are
};

}  // namespace brink::stats
