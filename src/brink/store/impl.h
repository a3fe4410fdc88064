#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "brink/base/error.h"
#include "brink/store/store.h"
#include "lock.h"
#include "sqlite.h"

namespace brink {

/// What an open store holds. The lock is let go last, after the connection has merged its log.
struct Store::Impl {
  std::unique_ptr<WriterLock> lock;  // null under kRead
  mutable sql::Database db;
};

/// Runs `decode`, which takes columns apart; what does not decode is an Error that names the store.
template <class Decode>
auto decoded(const sql::Database& db, const Decode& decode) {
  const auto damaged = [&](const std::string& what) {
    return Error(ErrorKind::kStore, db.path() + ": it is damaged: " + what,
                 "restore a copy; other records can still be read with the sqlite3 shell");
  };
  try {
    return decode();
  } catch (const sql::Damaged& e) {
    throw damaged(e.what);
  } catch (const nlohmann::json::exception& e) {
    throw damaged(e.what());
  }
}

/// Stores a text once; returns its hash.
Sha256 put_text(sql::Database& db, const std::string& text);
/// Store a model key, or a provenance, once; return the hash they are named by.
Sha256 put_model_key(sql::Database& db, const ModelKey& key);
Sha256 put_provenance(sql::Database& db, const Provenance& made);
ModelKey read_model_key(sql::Database& db, const Sha256& hash);

/// Condition on the table `cell`; a statement that ends in it is bound to model, data set, mode and item, in this
/// order.
inline constexpr std::string_view kSelected =
    " WHERE (?1 = '' OR cell.model = ?1) AND (?2 = '' OR cell.dataset = ?2) AND (?3 = '' OR cell.mode = ?3)"
    " AND (?4 IS NULL OR cell.item = ?4)";

bool has_record(sql::Database& db, const Sha256& id);
/// What the last record of a transaction was made by: most that follow are of the same, which need not be put again.
struct LastMade {
  ModelKey model;
  Provenance made;
  Sha256 of_model, of_made;  // zero: none yet
};
/// Inserts a record that is not there yet, within the caller's transaction.
/// @param last  of the same transaction
void append_record(sql::Database& db, const Record& record, LastMade& last);
void put_given(sql::Database& db, const Sha256& record, const Given& given);

void put_item(sql::Statement& insert, const std::string& dataset, const Item& item, int seq);
/// The columns of kItemColumns, in their order.
Item take_item(sql::Statement& row);
inline constexpr std::string_view kItemColumns =
    " item.hash, item.occurrence, item.id, item.stem, item.passage, item.options, item.labels, item.gold, item.tags,"
    " item.source_file, item.source_line, item.positional_options, item.duplicate_options, item.duplicate_item ";
inline constexpr std::string_view kInsertItem =
    "INSERT INTO item (dataset, hash, occurrence, id, stem, passage, options, labels, gold, tags, source_file,"
    " source_line, positional_options, duplicate_options, duplicate_item, seq)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

void put_model(sql::Database& db, const std::string& name, const ModelKey& key, const Provenance& made);

/// The largest `seq` of a table, 0 when it is empty.
int last_seq(sql::Database& db, const std::string& table);

}  // namespace brink
