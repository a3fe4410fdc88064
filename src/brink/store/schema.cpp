#include "schema.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "brink/base/error.h"

namespace brink {
namespace {

// docs/store.md says what every column means. Hashes are 64 hexadecimal digits, lists and maps are JSON.
constexpr const char* kTables = R"(
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE study (
  seq INTEGER PRIMARY KEY, canonical TEXT NOT NULL, source TEXT NOT NULL, seed TEXT NOT NULL);

CREATE TABLE text (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE provenance (hash TEXT PRIMARY KEY, made TEXT NOT NULL);
CREATE TABLE model_key (
  hash TEXT PRIMARY KEY, kind TEXT NOT NULL, weights TEXT NOT NULL, adapters TEXT NOT NULL,
  chat_template TEXT NOT NULL, kv_type TEXT NOT NULL, rope TEXT NOT NULL);
CREATE TABLE model (
  name TEXT NOT NULL, model_key TEXT NOT NULL, made TEXT NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY (name, model_key, made));

CREATE TABLE dataset (name TEXT PRIMARY KEY, file TEXT NOT NULL, seq INTEGER NOT NULL);
CREATE TABLE item (
  dataset TEXT NOT NULL, hash TEXT NOT NULL, occurrence INTEGER NOT NULL, seq INTEGER NOT NULL,
  id TEXT NOT NULL, stem TEXT NOT NULL, passage TEXT NOT NULL, options TEXT NOT NULL, labels TEXT NOT NULL,
  gold TEXT NOT NULL, tags TEXT NOT NULL, source_file TEXT NOT NULL, source_line INTEGER NOT NULL,
  positional_options INTEGER NOT NULL, duplicate_options INTEGER NOT NULL, duplicate_item INTEGER NOT NULL,
  PRIMARY KEY (dataset, hash, occurrence));
CREATE TABLE dirt (
  dataset TEXT NOT NULL, seq INTEGER NOT NULL, source_file TEXT NOT NULL, source_line INTEGER NOT NULL,
  kind TEXT NOT NULL, what TEXT NOT NULL, policy TEXT NOT NULL,
  PRIMARY KEY (dataset, seq));

CREATE TABLE cell (
  model TEXT NOT NULL, dataset TEXT NOT NULL, item TEXT NOT NULL, occurrence INTEGER NOT NULL,
  variant INTEGER NOT NULL, mode TEXT NOT NULL, treatment TEXT NOT NULL, trial INTEGER NOT NULL,
  parent TEXT NOT NULL, point TEXT NOT NULL,
  slot_order TEXT NOT NULL, label_set TEXT NOT NULL, record TEXT NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY (model, dataset, item, occurrence, variant, mode, treatment, trial, parent, point));
CREATE INDEX cell_record ON cell (record);

CREATE TABLE record (
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL UNIQUE, content TEXT NOT NULL,
  model_key TEXT NOT NULL, input_kind TEXT NOT NULL, input TEXT, template_args TEXT NOT NULL,
  prefix_record TEXT, prefix_n_tokens INTEGER, prefix_suffix TEXT, prefix_n_bytes INTEGER,
  max_tokens INTEGER NOT NULL, temperature REAL NOT NULL, top_p REAL NOT NULL, top_k INTEGER NOT NULL,
  stop TEXT NOT NULL, stop_at_answer INTEGER NOT NULL, interventions TEXT NOT NULL,
  trial INTEGER NOT NULL, study_seed TEXT NOT NULL, captures TEXT NOT NULL, asked TEXT NOT NULL,
  origin TEXT NOT NULL, origin_hash TEXT, origin_row TEXT, given_answer TEXT, given_verdict TEXT, made TEXT NOT NULL,
  status TEXT NOT NULL, failure_kind TEXT, failure_message TEXT,
  text TEXT, rendered_prompt TEXT, finish TEXT, system_merged INTEGER,
  n_prompt INTEGER, n_prefilled INTEGER, n_shared INTEGER, n_generated INTEGER, prefill_s REAL, decode_s REAL);
CREATE TABLE tokens (
  record TEXT PRIMARY KEY, input BLOB NOT NULL, prefix BLOB NOT NULL, prompt BLOB NOT NULL,
  generated BLOB NOT NULL, logprobs_nats BLOB NOT NULL);
CREATE TABLE read_out (
  record TEXT PRIMARY KEY, entropy_bits REAL NOT NULL, entropy_top100_bits REAL NOT NULL, logsumexp REAL NOT NULL,
  top_ids BLOB NOT NULL, top_logprobs_nats BLOB NOT NULL, asked_ids BLOB NOT NULL, asked_logprobs_nats BLOB NOT NULL);
CREATE TABLE state (
  record TEXT NOT NULL, seq INTEGER NOT NULL, point TEXT NOT NULL, layer INTEGER NOT NULL, pool TEXT NOT NULL,
  dtype TEXT NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY (record, seq));

CREATE TABLE anchor (
  record TEXT NOT NULL, kind TEXT NOT NULL, reader_version INTEGER NOT NULL, n_tokens INTEGER NOT NULL,
  value TEXT NOT NULL, seq INTEGER NOT NULL UNIQUE,
  PRIMARY KEY (record, kind, reader_version));

CREATE VIEW answer AS
  SELECT cell.model, cell.dataset, cell.item, cell.occurrence, cell.variant, cell.mode, cell.treatment, cell.trial,
         cell.parent, cell.point, cell.slot_order, cell.label_set, cell.record,
         record.status, record.failure_kind, record.failure_message, record.finish, record.n_prompt,
         record.n_generated, prompt.text AS prompt, completion.text AS text
  FROM cell
  LEFT JOIN record ON record.id = cell.record
  LEFT JOIN text AS prompt ON prompt.hash = record.rendered_prompt
  LEFT JOIN text AS completion ON completion.hash = record.text;
)";

// What version 2 adds. Found by their keys alone: without a second tree for these, which stores before version 5 have.
constexpr const char* kTablesOf2 = R"(
CREATE TABLE given (
  record TEXT NOT NULL, seq INTEGER NOT NULL, scorer TEXT NOT NULL, answer TEXT, verdict TEXT,
  PRIMARY KEY (record, scorer)) WITHOUT ROWID;
CREATE TABLE thinking (record TEXT PRIMARY KEY, n_bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE item_content (
  dataset TEXT NOT NULL, content TEXT NOT NULL, item TEXT NOT NULL, occurrence INTEGER NOT NULL,
  PRIMARY KEY (dataset, content, item, occurrence)) WITHOUT ROWID;
CREATE TABLE imported_file (
  file TEXT NOT NULL, format TEXT NOT NULL, path TEXT NOT NULL, dataset TEXT NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY (file, format, dataset));
)";

// What version 3 adds.
constexpr const char* kTablesOf3 = R"(
CREATE TABLE token_text (
  weights TEXT NOT NULL, id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (weights, id));
)";

// What version 4 adds.
constexpr const char* kTablesOf4 = R"(
CREATE TABLE state_sum (
  record TEXT NOT NULL, seq INTEGER NOT NULL, d INTEGER NOT NULL, crc32 INTEGER NOT NULL,
  PRIMARY KEY (record, seq));
)";

// Stand in for the tables that an older store lacks, in this connection alone: a reader changes no file.
constexpr const char* kEmptyTablesOf2 = R"(
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE given (record TEXT, seq INTEGER, scorer TEXT, answer TEXT, verdict TEXT);
CREATE TEMP TABLE thinking (record TEXT, n_bytes INTEGER);
CREATE TEMP TABLE item_content (dataset TEXT, content TEXT, item TEXT, occurrence INTEGER);
CREATE TEMP TABLE imported_file (file TEXT, format TEXT, path TEXT, dataset TEXT, seq INTEGER);
)";

constexpr const char* kEmptyTablesOf3 = R"(
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE token_text (weights TEXT, id INTEGER, text TEXT);
)";

constexpr const char* kEmptyTablesOf4 = R"(
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE state_sum (record TEXT, seq INTEGER, d INTEGER, crc32 INTEGER);
)";

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::kStore, path.string() + ": " + what, hint);
}

bool has_tables(sql::Database& db) {
  auto count = db.prepare("SELECT COUNT(*) FROM sqlite_master");
  return count.step() && count.take<int>() > 0;
}

/// The file's schema version. Refuses a file that is not a store, or of a version this brink does not know.
int store_version(sql::Database& db, const std::filesystem::path& path) {
  auto meta = db.prepare("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'");
  const std::string not_ours = "it is an SQLite file, but not a brink store";
  const std::string hint = "name a store that `brink run` made, or a path that does not exist yet";
  if (!meta.step() || meta.take<int>() == 0) fail(path, not_ours, hint);
  auto version = db.prepare("SELECT value FROM meta WHERE name = 'brink_schema_version'");
  if (!version.step()) fail(path, not_ours, hint);
  const auto text = version.take<std::string>();
  for (int known = 1; known <= kSchemaVersion; ++known)
    if (text == std::to_string(known)) return known;
  fail(path,
       "it was made by a newer version of brink (schema " + text + ", this one knows " +
           std::to_string(kSchemaVersion) + ")",
       "update brink, or make a new store");
}

void create_tables(sql::Database& db) {
  sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
  db.script(kTables);
  db.script(kTablesOf2);
  db.script(kTablesOf3);
  db.script(kTablesOf4);
  db.run("INSERT INTO meta (name, value) VALUES ('brink_schema_version', ?)", std::to_string(kSchemaVersion));
  transaction.commit();
}

void update_tables(sql::Database& db, int version) {
  sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
  if (version < 2) db.script(kTablesOf2);
  if (version < 3) db.script(kTablesOf3);
  if (version < 4) db.script(kTablesOf4);
  db.run("UPDATE meta SET value = ? WHERE name = 'brink_schema_version'", std::to_string(kSchemaVersion));
  transaction.commit();
}

std::string immutable_uri(const std::filesystem::path& path) {
  std::string out = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '?' || c == '#' || c == '%')
      out += c == '?' ? "%3f" : c == '#' ? "%23" : "%25";
    else
      out += c;
  }
  return out + "?immutable=1";
}

bool has_unmerged_log(const std::filesystem::path& path) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path.string() + "-wal", none);
  return !none && size > 0;
}

}  // namespace

sql::Database open_to_write(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) fail(path, "it is a directory", "name a file in it");
  sql::Database db(path.string(), path.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  // Looked at before anything is changed: another program's file must stay as it is.
  const bool is_new = !has_tables(db);
  const int version = is_new ? kSchemaVersion : store_version(db, path);
  if (sqlite3_db_readonly(db.handle(), "main") == 1)
    fail(path, "it cannot be written (read-only)", "make the file and its directory writable, or copy it elsewhere");
  // The names of records, texts and cells are hashes, so every insert lands anywhere in their indexes: room for these.
  db.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;");
  if (is_new) create_tables(db);
  if (version < kSchemaVersion) update_tables(db, version);
  return db;
}

sql::Database open_to_read(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    fail(path, "there is no such store", "`brink run` makes one; check the path");
  if (std::filesystem::is_directory(path)) fail(path, "it is a directory", "name the store's file");
  const auto checked = [&](const std::string& target, int flags) {
    sql::Database db(path.string(), target, flags);
    const int version = store_version(db, path);
    db.script("PRAGMA cache_size = -32768");  // the inner pages of the indexes by hash, of a million records too
    if (version < 2) db.script(kEmptyTablesOf2);
    if (version < 3) db.script(kEmptyTablesOf3);
    if (version < 4) db.script(kEmptyTablesOf4);
    return db;
  };
  try {
    // Read-write where the file allows it, so that the last one out, reader or writer, leaves one file.
    sql::Database db = checked(path.string(), SQLITE_OPEN_READWRITE);
    db.script("PRAGMA query_only = ON");
    return db;
  } catch (const Error&) {
    // In a directory that cannot be written SQLite can make no shared memory for its log. Without a log, the file
    // itself is all there is; with one, reading the file alone would hide committed records.
    const std::filesystem::path directory = std::filesystem::absolute(path).parent_path();
    if (faccessat(AT_FDCWD, directory.c_str(), W_OK, AT_EACCESS) == 0) throw;
    if (has_unmerged_log(path))
      fail(path, "its newest records are in " + path.string() + "-wal, which cannot be read in a read-only directory",
           "copy both files to a directory that can be written, and open the copy");
    return checked(immutable_uri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
}

}  // namespace brink
