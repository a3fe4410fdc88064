#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "brink/base/json.h"
#include "brink/dataset/json_rows.h"

namespace brink {

/// Calls `take` for every row of comma-separated values with a header, as an object of texts. A column without a name
/// is named "". Throws Error(kInput) when two columns of the header have one name.
void each_csv_row(std::string_view text, const std::filesystem::path& path, Collector& out, const TakeRow& take);

/// The same for either kind of file: JSON (see each_json_row) or CSV.
void each_row(std::string_view text, const std::filesystem::path& path, Collector& out, const TakeRow& take);

/// Reads a whole file, each row by `read_row`.
Dataset read_rows(std::string_view text, const std::filesystem::path& path,
                  RawItem (*read_row)(const Json& row, int line));

/// Whether a row (or nullptr) has all these columns, spelt so.
bool has_columns(const Json* row, std::initializer_list<const char*> names);

/// The column of that name. Throws RowError when there is none.
const Json& column(const Json& row, const char* name);

/// The same as text; "" for null. Throws RowError for lists and objects.
std::string text_of(const Json& row, const char* name);

/// The same, "" when there is no such column.
std::string text_or_empty(const Json& row, const char* name);

/// Sets a tag unless the row has no such column or nothing in it.
void add_tag(RawItem& out, const std::string& tag, const Json& row, const char* name);

/// The subject that a published file is named after: SUBJECT_SPLIT.csv without its split and endings.
std::string subject_of(const std::filesystem::path& path);

}  // namespace brink
