#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// A table as a paper prints it.
struct PaperTable {
  std::string id;  // "length-bins": of \label{tab:length-bins}
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // [n][head.size()]
  std::size_t n_labels = 3;                    // columns that name the row
};

/// Tables 1 (partial correlation of length and PBS), 2 (every configuration) and 3 (length bins) of arXiv 2605.06672
/// and what its section 5.3 says of cut answers; Tables 6 (modes before the first token) and 5 (probes of the state) of
/// "Intention Collapse"; with what brink sets beside their figures. Those that have a row.
std::vector<PaperTable> paper_tables(std::span<const Result> results);

enum class TableFormat { kLatex, kMarkdown, kCsv };

/// LaTeX is for the package booktabs.
std::string to_text(std::span<const PaperTable> tables, TableFormat format);

}  // namespace brink
