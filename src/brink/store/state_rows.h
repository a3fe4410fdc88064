#pragma once

#include <string_view>
#include <vector>

#include "brink/model/site.h"
#include "sqlite.h"

namespace brink {

/// Appends the states of a record, in order, each with its sum: the number of values, and the CRC-32 of its site, type
/// and bytes.
void insert_states(sql::Database& db, const Sha256& record, const std::vector<State>& states);

/// The states of a record, s: what take_state() takes. Further conditions and the order may follow.
inline constexpr std::string_view kSelectStates =
    "SELECT s.point, s.layer, s.pool, s.dtype, s.data, sum.d, sum.crc32 FROM state AS s"
    " LEFT JOIN state_sum AS sum ON sum.record = s.record AND sum.seq = s.seq WHERE s.record = ?";

/// Throws sql::Damaged, naming record and site, where they are not as they were appended. A store of schema version 3
/// and earlier has no sums to hold them to.
State take_state(sql::Statement& row, const Sha256& record);

}  // namespace brink
