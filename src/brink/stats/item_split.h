#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "brink/base/sha256.h"

namespace brink::stats {

enum class Part { kTrain, kVal, kTest };

/// Items of each part: floor(.6 n + .5), floor(.2 n + .5) at most what is left, the rest.
struct PartSizes {
  int train = 0, val = 0, test = 0;
};
PartSizes part_sizes(int n_items);

/// Items dealt out to parts.
struct ItemSplit {
  std::vector<Part> parts;  // [n_items]
  std::vector<int> order;   // the items as they were cut: train, val, test of each stratum in turn
};

/// Items in a random order, cut at part_sizes().
/// @param strata  [n_items], any integers: each stratum, in order of first appearance, is shuffled and cut on its own.
/// Source: specification decisions.md 28. Oracle: golden `split`, draw for draw.
ItemSplit shuffled_split(std::span<const int> strata, std::uint64_t seed);

/// Items in the order of SHA-256(seed, hash): an item's place does not depend on which others there are, so that a
/// study that grows keeps most of its split, and all modes and variants of an item are in one part.
/// @param hashes  of the items, different from each other.
/// @param strata  as above; with fewer than 5 items in any stratum they are not used.
/// Source: specification statistics.md 10.
ItemSplit hashed_split(std::string_view study_seed, std::span<const Sha256> hashes, std::span<const int> strata);

}  // namespace brink::stats
