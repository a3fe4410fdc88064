#pragma once

#include <filesystem>

#include "sqlite.h"

namespace brink {

/// Version of the tables; a store says which it has, and an older brink refuses a newer one.
///   2  given, thinking, item_content, imported_file: what `brink import` needs
///   3  token_text
///   4  state_sum: what says that a state is as it was stored
///   5  imported records have no row in tokens; tables that are looked up by key alone are WITHOUT ROWID where they
///      were made by this version
inline constexpr int kSchemaVersion = 5;

/// Opens for writing: creates the tables in an empty or missing file, and those that an older store lacks. The caller
/// holds the WriterLock.
sql::Database open_to_write(const std::filesystem::path& path);

/// Opens for reading, older stores too, beside a writer or on a read-only medium.
sql::Database open_to_read(const std::filesystem::path& path);

}  // namespace brink
