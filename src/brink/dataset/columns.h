#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/json.h"
#include "brink/dataset/collector.h"
#include "brink/dataset/format.h"

namespace brink {

/// A row that a format cannot read; it is reported and skipped.
struct RowError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a column may hold, as a column map names it, and the names looked for without one (case does not matter).
struct ColumnRole {
  std::string_view name;
  std::vector<std::string_view> default_names;
  std::string_view summary;
};
const std::vector<ColumnRole>& column_roles();

/// Reads rows whose columns have names: JSON objects, and CSV rows as objects of texts.
class Columns {
 public:
  /// Throws Error(kUsage) for a role that does not exist.
  explicit Columns(const ColumnMap& map);

  /// Throws RowError when a mapped column is missing or has another shape than its role.
  RawItem read(const Json& row, int line) const;

  /// Whether a name is one that a question is looked for under: what a header is recognised by.
  static bool names_question(std::string_view name);

 private:
  const Json* find(const Json& row, std::string_view role) const;
  std::string text(const Json& row, std::string_view role) const;
  void read_options(const Json& row, RawItem& out) const;
  GoldCell read_gold(const Json& row) const;
  std::map<std::string, std::string> read_tags(const Json& row) const;

  ColumnMap map_;
};

/// A scalar as text: numbers and booleans as written, null as "". Throws RowError for lists and objects.
std::string scalar_text(const Json& value, std::string_view column);

/// The parts of a text between separators, trimmed.
std::vector<std::string> split(std::string_view list, char separator);

/// Fills options and labels from the shapes files use: a list of texts; a list of {text, label}; {text: [], label: []};
/// {"A": text, "B": text}. Throws RowError for another.
void read_option_list(const Json& value, std::string_view column, RawItem& out);

}  // namespace brink
