#include "brink/stats/item_split.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

/// Items of each stratum, strata in order of first appearance.
std::vector<std::vector<int>> groups_of(std::span<const int> strata) {
  std::vector<int> names;
  std::vector<std::vector<int>> groups;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const auto at = std::find(names.begin(), names.end(), strata[i]) - names.begin();
    if (at == std::ssize(names)) {
      names.push_back(strata[i]);
      groups.emplace_back();
    }
    groups[static_cast<std::size_t>(at)].push_back(static_cast<int>(i));
  }
  return groups;
}

void cut(std::span<const int> items, ItemSplit& out) {
  const PartSizes sizes = part_sizes(static_cast<int>(items.size()));
  for (int i = 0; i < static_cast<int>(items.size()); ++i) {
    const int item = items[static_cast<std::size_t>(i)];
    out.parts[static_cast<std::size_t>(item)] = i < sizes.train               ? Part::kTrain
                                                : i < sizes.train + sizes.val ? Part::kVal
                                                                              : Part::kTest;
    out.order.push_back(item);
  }
}

}  // namespace

PartSizes part_sizes(int n_items) {
  PartSizes out;
  out.train = static_cast<int>(std::floor(0.6 * n_items + 0.5));
  out.val = std::min(n_items - out.train, static_cast<int>(std::floor(0.2 * n_items + 0.5)));
  out.test = n_items - out.train - out.val;
  return out;
}

ItemSplit shuffled_split(std::span<const int> strata, std::uint64_t seed) {
  SplitMix64 rng(seed);
  ItemSplit out;
  out.parts.resize(strata.size());
  for (std::vector<int>& group : groups_of(strata)) {
    rng.shuffle(std::span(group));
    cut(group, out);
  }
  return out;
}

ItemSplit hashed_split(std::string_view study_seed, std::span<const Sha256> hashes, std::span<const int> strata) {
  assert(hashes.size() == strata.size());
  std::vector<Sha256> ranks;
  for (const Sha256& hash : hashes) ranks.push_back(sha256(std::string(study_seed) + '\n' + hash.hex()));
  std::vector<std::vector<int>> groups = groups_of(strata);
  if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.size() < 5; })) {
    groups = groups_of(std::vector<int>(strata.size(), 0));
  }
  ItemSplit out;
  out.parts.resize(strata.size());
  for (std::vector<int>& group : groups) {
    std::sort(group.begin(), group.end(),
              [&](int a, int b) { return ranks[static_cast<std::size_t>(a)] < ranks[static_cast<std::size_t>(b)]; });
    cut(group, out);
  }
  return out;
}

}  // namespace brink::stats
