#pragma once

#include <string>
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

/// Which states records have, held against those they should have.
class StateInventory {
 public:
  explicit StateInventory(sql::Database& db);

  /// The sites of a record's states, in their order. Throws as require_all() does, and where a state is gone that the
  /// completed request captured.
  std::vector<Site> sites(const Sha256& record);
  /// Throws sql::Damaged, naming record and site, where a state is gone and its sum is there.
  void require_all(const Sha256& record);

 private:
  const std::vector<Site>& captured(const Sha256& record);
  std::string name(const Sha256& record, int seq);

  sql::Database& db_;
  sql::Statement sites_, captures_, gone_;
  std::string captures_text_;   // of the latest record: most have the same
  std::vector<Site> captured_;  // that text read
};

}  // namespace brink
