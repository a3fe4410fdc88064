#pragma once

#include <sqlite3.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "brink/base/sha256.h"

/// A thin layer over the C interface: values in, values out, every failure an Error(kStore). Private to this folder.
namespace brink::sql {

static_assert(std::endian::native == std::endian::little, "blobs are written as they lie in memory: little-endian");

/// Contents of a column that do not decode; becomes Error(kStore) "damaged" where the path is known.
struct Damaged {
  std::string what;
};

class Database;

/// A prepared statement and the row it stands on. Columns are taken from left to right.
class Statement {
 public:
  Statement(Database& db, std::string_view text);

  template <class... Values>
  Statement& bind(const Values&... values) {
    int i = 0;
    (bind_one(++i, values), ...);
    return *this;
  }
  /// Next row; false at the end.
  bool step();
  void run() {
    while (step()) {
    }
  }
  /// Ready for other values.
  void reset();

  /// The next column of this row as T: int, int64, double, bool, string, Sha256, vector<int32, float or uint16>,
  /// optional.
  template <class T>
  T take() {
    return take_as(static_cast<T*>(nullptr));
  }
  template <class T>
  void take(T& out) {
    out = take<T>();
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
  };

  void check_bind(int rc);
  void bind_one(int i, std::int64_t v) { check_bind(sqlite3_bind_int64(statement_.get(), i, v)); }
  void bind_one(int i, int v) { bind_one(i, std::int64_t{v}); }
  void bind_one(int i, bool v) { bind_one(i, std::int64_t{v}); }
  void bind_one(int i, double v) { check_bind(sqlite3_bind_double(statement_.get(), i, v)); }
  void bind_one(int i, std::string_view v);
  void bind_one(int i, const std::string& v) { bind_one(i, std::string_view(v)); }
  void bind_one(int i, const char* v) { bind_one(i, std::string_view(v)); }
  void bind_one(int i, const Sha256& v) { bind_one(i, v.hex()); }
  void bind_one(int i, std::nullopt_t) { check_bind(sqlite3_bind_null(statement_.get(), i)); }
  template <class T>
  void bind_one(int i, const std::vector<T>& v) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 2);
    // A null pointer would bind NULL: an empty vector is an empty blob.
    check_bind(sqlite3_bind_blob64(statement_.get(), i, v.empty() ? static_cast<const void*>("") : v.data(),
                                   v.size() * sizeof(T), SQLITE_TRANSIENT));
  }
  template <class T>
  void bind_one(int i, const std::optional<T>& v) {
    if (v)
      bind_one(i, *v);
    else
      bind_one(i, std::nullopt);
  }

  bool is_null() const { return sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL; }
  std::string_view bytes();
  std::int64_t take_as(std::int64_t*) { return sqlite3_column_int64(statement_.get(), column_++); }
  int take_as(int*) { return static_cast<int>(take<std::int64_t>()); }
  bool take_as(bool*) { return take<std::int64_t>() != 0; }
  double take_as(double*) { return sqlite3_column_double(statement_.get(), column_++); }
  std::string take_as(std::string*) { return std::string(bytes()); }
  Sha256 take_as(Sha256*);
  template <class T>
  std::vector<T> take_as(std::vector<T>*) {
    const std::string_view raw = bytes();
    if (raw.size() % sizeof(T) != 0) throw Damaged{"a blob of " + std::to_string(raw.size()) + " bytes"};
    std::vector<T> out(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
    return out;
  }
  template <class T>
  std::optional<T> take_as(std::optional<T>*) {
    if (!is_null()) return take<T>();
    ++column_;
    return std::nullopt;
  }

  Database* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int column_ = 0;
};

/// An open connection.
class Database {
 public:
  /// @param path  what messages name. @param target  what is opened: the path, or a URI with SQLITE_OPEN_URI in
  /// `flags`.
  Database(std::string path, const std::string& target, int flags);
  /// Statements that were kept stay behind: they know the connection by its address.
  Database(Database&& other) noexcept : path_(std::move(other.path_)), handle_(std::move(other.handle_)) {}

  Statement prepare(std::string_view text) { return Statement(*this, text); }
  /// The statement of that text, ready for values: parsed at its first use, and kept.
  Statement& kept(std::string_view text);
  template <class... Values>
  void run(std::string_view text, const Values&... values) {
    Statement& statement = kept(text);
    statement.bind(values...).run();
    statement.reset();
  }
  /// Several statements without values.
  void script(const char* text);
  /// Rows changed by the latest statement.
  int changes() const { return sqlite3_changes(handle_.get()); }

  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_.get(); }
  /// Throws the Error that the latest failure of this connection amounts to.
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::map<std::string, Statement, std::less<>> kept_;
};

/// All or nothing: undone unless commit() was reached. One inside another is part of it, and undone with it.
class Transaction {
 public:
  enum class Kind { kRead, kWrite };
  Transaction(Database& db, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* db_;
  bool inner_;
  bool open_ = true;
};

}  // namespace brink::sql
