#include "comparison_output.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "brink/compare/comparison_json.h"
#include "comparison_view.h"
#include "terminal.h"

namespace brink::cli {

int ComparisonOutput::columns() const { return width > 0 ? width : report_width(); }

void add_options(CLI::App& app, ComparisonOutput& output) {
  app.add_option("--examples", output.n_examples, "pairs of texts shown")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--width", output.width, "columns to write in; default: the terminal's")->check(CLI::Range(40, 1000));
  app.add_flag("--json", output.json, "print JSON (docs/compare.md)");
}

void print(const StoreComparison& found, const ComparisonOutput& output, bool with_table) {
  if (output.json) {
    fmt::print("{}\n", comparison_json(found.comparisons, found.alone).dump(2));
    return;
  }
  for (const Comparison& c : found.comparisons) fmt::print("{}\n", view_comparison(c, output.columns()));
  if (with_table && found.comparisons.size() > 1) fmt::print("{}", view_pairs(found.comparisons, output.columns()));
  for (const std::string& line : found.alone) fmt::print("{}\n", line);
}

}  // namespace brink::cli
