#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "brink/model/record.h"
#include "brink/plan/plan.h"

namespace brink {

/// A request that follows a record, the cell it fills, and the place it is cut at, where that is new.
struct FollowUp {
  Cell cell;
  Request request;
  std::optional<Anchor> anchor;
};

/// All that follow a record: a function of its arguments and of the vocabulary, so that they are the same while the
/// record's cache is warm and after a restart.
/// @param cell   one that the record fills; its variant says what was shown
/// @param known  anchors of the record: a place that has one stays there
using FollowUps = std::function<std::vector<FollowUp>(const PlannedConfiguration&, const Item&, const Cell& cell,
                                                      const Record&, std::span<const Anchor> known)>;

}  // namespace brink
