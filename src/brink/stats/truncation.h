#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "brink/base/estimate.h"

namespace brink::stats {

/// A text cut short, and what its continuations answered.
struct Cut {
  double at;                                // share of the text that was kept; outside [0, 1] there is no such cut
  double offset;                            // at less the commitment point: negative before it
  int original;                             // slot that the whole text chose
  std::vector<std::optional<int>> answers;  // slots; a gap where none was read
};

/// Continuations of some of the cuts.
struct Changes {
  int n = 0, n_changed = 0;       // answers read; of these, other than the original
  std::vector<int> destinations;  // [m] changed answers by slot
  int to_preferred = 0;
  Estimate change_rate;   // n_changed / n; undefined: "no answer"
  Estimate toward_share;  // to_preferred / n_changed; undefined: "no change"
  Estimate chance_share;  // mean over changes of [original != preferred] / (m - 1), the share that a uniform redraw
                          // among the other slots would have: assumes uniform, and nothing of contents. As toward_share
};

/// Change rates and where changes go, by position in the text and by side of the commitment point.
struct TruncationTable {
  std::vector<Changes> buckets;                           // [n_edges - 1]
  Changes before, after;                                  // offset < 0, > 0
  int n_skipped = 0, n_missing = 0, n_outside_edges = 0;  // answers of no cut, answers not read, cuts in no bucket
};

/// Borders of the position buckets of the paper: [0, .3), [.3, .5), [.5, .7), [.7, .9), [.9, 1].
inline constexpr std::array kTruncationEdges{0.0, 0.3, 0.5, 0.7, 0.9, 1.0};

/// @param m          slots.  @param preferred  slot, chosen beforehand or on other items.
/// @param edges      ascending; the last bucket includes its upper border. Borders have a slack of 1e-12.
/// Source: "More Thinking, More Bias", sec. 3.4 and 5.3; specification decisions.md 21. Oracle: golden `truncation`.
TruncationTable truncation_table(std::span<const Cut> cuts, int m, int preferred,
                                 std::span<const double> edges = kTruncationEdges);

}  // namespace brink::stats
