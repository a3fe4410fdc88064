#pragma once

#include <CLI/CLI.hpp>

#include "brink/compare/compare.h"

namespace brink::cli {

/// How comparisons are shown, as `brink diff` and `brink compare` both ask.
struct ComparisonOutput {
  int n_examples = 0, width = 0;
  bool json = false;

  int columns() const;  // the width given, or the report's
};

/// Adds --examples, --width and --json. @param output  must outlive the app
void add_options(CLI::App& app, ComparisonOutput& output);

/// Prints the comparisons one by one, and what has no partner.
/// @param with_table  as a table of rows too, where there are several
void print(const StoreComparison& found, const ComparisonOutput& output, bool with_table);

}  // namespace brink::cli
