#pragma once

namespace brink::cli {

/// Columns to write in: the terminal's, else $COLUMNS, else 120; never less than 20.
int output_width();

/// The same for tables and prose, within what reads well: 60 to 160.
int report_width();

/// Whether standard output takes colour: a terminal that is not "dumb", and NO_COLOR is not set (no-color.org).
bool output_takes_colour();

/// Whether characters beyond ASCII show: the locale's encoding is UTF-8 ($LC_ALL, else $LC_CTYPE, else $LANG).
bool output_takes_unicode();

}  // namespace brink::cli
