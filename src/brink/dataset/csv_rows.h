#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brink {

struct CsvRow {
  int line = 0;  // where the row begins; a quoted cell may hold newlines
  std::vector<std::string> cells;
};

struct CsvRows {
  std::vector<CsvRow> rows;  // blank lines are passed over
  int open_quote_line = 0;   // the row from this line on ends inside a quoted cell and is left out; 0 = none
};

/// Comma-separated values as RFC 4180, leniently: a quote inside an unquoted cell is text, spaces around cells go. A
/// line break inside a cell is "\n" however the file ends its lines, so that both kinds of file hold equal texts.
CsvRows read_csv(std::string_view text);

}  // namespace brink
