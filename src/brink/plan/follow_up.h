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

/// The record of a request, by its id; nothing while there is none.
using RecordOf = std::function<std::optional<Record>(const Sha256&)>;

/// All that follow a record: a function of its arguments and of the vocabulary, so that they are the same while the
/// record's cache is warm and after a restart.
/// @param cell       one that the record fills; its variant says what was shown
/// @param known      anchors of the record: a place that has one stays there
/// @param record_of  what follows from its read-outs comes once they have records
using FollowUps =
    std::function<std::vector<FollowUp>(const PlannedConfiguration&, const Item&, const Cell& cell, const Record&,
                                        std::span<const Anchor> known, const RecordOf& record_of)>;

}  // namespace brink
