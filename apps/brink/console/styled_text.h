#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brink::cli {

enum class Style { kPlain, kBold, kDim, kGood, kBad, kMention, kAnswer };

/// A character as it is shown: made inert, with its columns (0 for a combining mark, 2 for CJK and emoji).
struct Glyph {
  std::string bytes;
  int width;
  Style style;
};

/// Text to lay out in columns. A line break is a glyph "\n" of width 0.
using StyledText = std::vector<Glyph>;

/// Adds text that may come from a model: control characters and escape sequences are shown as pictures (ESC as U+241B),
/// characters that reorder text as U+FFFD, bytes that are not UTF-8 too; tabs and carriage returns become spaces.
void append(StyledText& to, std::string_view text, Style style = Style::kPlain);

/// The text as append() makes it, line breaks as U+23CE: to be put into a line.
std::string one_line(std::string_view text);

/// The text as append() makes it, line breaks kept: for whatever quotes names from a study or a file.
std::string inert_lines(std::string_view text);

int width_of(const StyledText& text);

/// Lines of at most `width` columns, broken at spaces where there are any; a longer word is cut.
std::vector<StyledText> wrap(const StyledText& text, int width);

/// The line filled up with spaces to `width` columns (0 = as it is), with colour escapes when `colour`.
std::string render(const StyledText& line, int width, bool colour);

/// Columns side by side, each wrapped to `width` and `gap` columns apart; trailing spaces left out.
std::string side_by_side(const std::vector<StyledText>& columns, int width, int gap, bool colour);

}  // namespace brink::cli
