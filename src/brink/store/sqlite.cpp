#include "sqlite.h"

#include <utility>

#include "brink/base/error.h"

namespace brink::sql {
namespace {

/// What went wrong in words, and what to do about it.
std::pair<std::string, std::string> explain(int code) {
  switch (code) {
    case SQLITE_FULL:
      return {"the disk is full",
              "what was stored is whole; free some space and run the same command again: it goes on from there"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {"it cannot be written (read-only)", "make the file and its directory writable, or copy it elsewhere"};
    case SQLITE_CANTOPEN:
      return {"it cannot be opened", "check that the path is a file, and that it and its directory may be used"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {"it is locked by another program", "end the program that uses it, then try again"};
    case SQLITE_NOTADB:
      return {"it is not a brink store", "name a store that `brink run` made, or a path that does not exist yet"};
    case SQLITE_CORRUPT:
      return {"it is damaged", "restore a copy, or recover what is left with: sqlite3 FILE .recover"};
    default:
      return {"it cannot be read or written", "check the disk: it may be over a quota, or failing"};
  }
}

}  // namespace

void Database::fail() const {
  const int code = sqlite3_errcode(handle_.get()) & 0xFF;
  const auto [what, hint] = explain(code);
  throw Error(ErrorKind::kStore, path_ + ": " + what + " (SQLite: " + sqlite3_errmsg(handle_.get()) + ")", hint);
}

Database::Database(std::string path, const std::string& target, int flags) : path_(std::move(path)) {
  sqlite3* raw = nullptr;
  const int rc = sqlite3_open_v2(target.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(raw);
  if (!raw) throw std::bad_alloc();
  if (rc != SQLITE_OK) fail();
  sqlite3_busy_timeout(raw, 10'000);  // ms; readers and a recovering writer wait for each other
}

void Database::script(const char* text) {
  if (sqlite3_exec(handle_.get(), text, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Statement& Database::kept(std::string_view text) {
  auto found = kept_.find(text);
  if (found == kept_.end()) found = kept_.emplace(text, prepare(text)).first;
  found->second.reset();  // it may have failed half-way
  return found->second;
}

Statement::Statement(Database& db, std::string_view text) : db_(&db) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(db.handle(), text.data(), static_cast<int>(text.size()), &raw, nullptr) != SQLITE_OK)
    db.fail();
  statement_.reset(raw);
}

bool Statement::step() {
  column_ = 0;
  const int rc = sqlite3_step(statement_.get());
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) db_->fail();
  return rc == SQLITE_ROW;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  column_ = 0;
}

void Statement::check_bind(int rc) {
  if (rc != SQLITE_OK) db_->fail();
}

void Statement::bind_one(int i, std::string_view v) {
  check_bind(
      sqlite3_bind_text64(statement_.get(), i, v.empty() ? "" : v.data(), v.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

std::string_view Statement::bytes() {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column_));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column_));
  ++column_;
  return data ? std::string_view(data, size) : std::string_view();
}

Sha256 Statement::take_as(Sha256*) {
  const std::string_view text = bytes();
  if (const auto hash = Sha256::from_hex(text)) return *hash;
  throw Damaged{"a hash that reads '" + std::string(text) + "'"};
}

Transaction::Transaction(Database& db, Kind kind) : db_(&db), inner_(sqlite3_get_autocommit(db.handle()) == 0) {
  if (!inner_) db.script(kind == Kind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  // SQLite may have rolled back by itself (disk full): then there is nothing left to undo.
  if (open_ && !inner_ && !sqlite3_get_autocommit(db_->handle()))
    sqlite3_exec(db_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  if (!inner_) db_->script("COMMIT");
  open_ = false;
}

}  // namespace brink::sql
