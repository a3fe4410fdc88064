#pragma once

#include <cstdint>
#include <span>

#include "brink/base/estimate.h"
#include "brink/stats/read_item.h"

namespace brink::stats {

/// PBS of probabilities instead of choices, at one point of an item's texts, against its null.
struct SoftPbs {
  double value = 0;  // |mean_v q_v - 1/m|, q_v the slots' probabilities in variant v
  double null_mean = 0, null_sd = 0;
  double p = 1;     // P(null >= value); (b + 1) / (n_draws + 1) when drawn
  int n_draws = 0;  // 0: all V! counted
};

/// Null: the variants' content probabilities are dealt out to the variants anew, all V! ways alike: counted up to 6
/// variants, beyond that 20,000 seeded draws. With probabilities 0 and 1 it is the PBS of pbs_null.h.
/// @param item  at least one variant.
/// Source: specification statistics.md 7.
SoftPbs soft_pbs(const ReadItem& item, std::uint64_t seed);

/// The items of a cell at one checkpoint.
struct SoftPbsCell {
  int n = 0, n_informative = 0;  // items; of these, whose value can vary
  Estimate mean, null_mean;      // undefined: "no usable item"
  Estimate excess;               // mean - null_mean
  Estimate z, p;                 // one-sided, normal approximation; also undefined: "null has no variance"
};
SoftPbsCell soft_pbs_cell(std::span<const SoftPbs> items);

}  // namespace brink::stats
