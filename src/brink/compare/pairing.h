#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/observations.h"

namespace brink {

/// Keys of a configuration that are given; an empty one stands for any value.
struct Choice {
  std::string model{}, dataset{}, mode{}, treatment{};
};

/// What is compared with what: the rows of some configurations, of one trial.
struct Side {
  const Observations* obs;
  Choice of;
  int trial = 0;
};

/// The same item in the same order, asked and recorded on both sides.
struct CellPair {
  const Observation* a;
  const Observation* b;
};

struct ItemPair {
  const Item* item;             // of side a
  std::vector<CellPair> cells;  // in side a's variant order
  int n_planned = 0;            // orders that either side's design has

  /// Every order of both designs has an answer on both sides.
  bool complete() const;
};

/// Why the same order of an item is no pair: as of a mode with a label for a tie and one without.
inline constexpr std::string_view kOtherLabels = "same order under other labels";

/// Two configurations, cell by cell.
struct Pairing {
  Configuration a, b;
  std::vector<ItemPair> items;          // sorted by item id; an item that repeats in the data set stands once
  std::map<std::string, int> unpaired;  // why -> cells
};

/// Pairs every configuration of a with every one of b that agrees with it in the data set and in each key that is not
/// given on both sides; never a configuration with itself. Items are paired by content hash, variants by their order
/// and labels. Cells without a partner are counted by reason: "item only in a", "order only in b", kOtherLabels, "not
/// recorded in a", "repeated item", ...
/// @param alone  gets a line for each configuration that has no partner.
std::vector<Pairing> pair_up(const Side& a, const Side& b, std::vector<std::string>& alone);

}  // namespace brink
