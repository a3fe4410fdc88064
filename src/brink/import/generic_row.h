#pragma once

#include <string>
#include <vector>

#include "brink/import/row_source.h"

namespace brink {

/// What a column of a log may hold besides the item (brink/dataset/columns.h), and the names looked for without a map.
const std::vector<ColumnRole>& log_roles();

/// Reads rows of logs whose columns have names: JSON objects, and CSV rows as objects of texts.
class LogColumns {
 public:
  /// Throws Error(kUsage) for a role that does not exist, or a column given to `text` twice.
  explicit LogColumns(const ColumnMap& map);

  /// Whether the row has any of the mapped columns; true without a map.
  bool holds_any(const Json& row) const;
  /// Whether the row has a column for the model's text, and nothing in it: a request that got no answer.
  bool lacks_text(const Json& row) const;
  /// Its columns that hold an empty list of answers.
  std::vector<std::string> empty_columns(const Json& row) const;

  /// The answers of a row: one for each column of `text`, in a mode named after the column where there are several.
  /// @param key  of the row; that of an answer has the column's name behind it where there are several
  /// Throws RowError when a mapped column is missing, or the text is.
  std::vector<ImportRow> read(const Json& row, int line, const std::string& key) const;

 private:
  const Json* find(const Json& row, std::string_view role) const;
  std::vector<std::string> text_columns(const Json& row) const;
  RawItem item(const Json& row, int line) const;

  ColumnMap log_;   // roles of this file
  ColumnMap item_;  // roles of the item
  Columns columns_;
  std::vector<std::string> texts_;
};

/// A file whose rows are objects: each_json_row or each_csv_row.
using EachRow = void(const std::filesystem::path& path, const std::function<void(const Json& row, int line)>& row);

/// Reads every row by the columns that a person maps, or the known ones. A row that has none of the mapped columns, or
/// null for a text, is passed over.
void read_by_columns(const ImportInput& input, EachRow& each_row);

}  // namespace brink
