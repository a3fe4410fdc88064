#pragma once

#include <optional>

namespace brink::cli {

/// Columns of standard output when it is a terminal that says how many.
std::optional<int> terminal_width();

/// Columns to write in: the terminal's, else $COLUMNS, else 100; never less than 20.
int output_width();

/// Whether standard output takes colour: a terminal that is not "dumb", and NO_COLOR is not set (no-color.org).
bool output_takes_colour();

}  // namespace brink::cli
