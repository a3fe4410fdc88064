#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// Byte offset of the first byte that is not valid UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view bytes);

/// The same text with each maximal invalid sequence replaced by U+FFFD, so that any bytes can be stored and shown.
std::string to_valid_utf8(std::string_view bytes);

/// Code points of valid UTF-8 (invalid bytes become U+FFFD).
std::u32string to_code_points(std::string_view utf8);

/// Number of code points in valid UTF-8.
std::size_t count_code_points(std::string_view utf8);

/// Columns of a terminal that a character takes: 0 for a combining mark, 2 for CJK and emoji.
int columns_of(char32_t c);

/// Columns that valid UTF-8 takes in one line.
std::size_t count_columns(std::string_view utf8);

/// Lower case of an ASCII letter; every other byte as it is.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// White space (Unicode, as Python's str.strip) removed at both ends.
std::string_view trim(std::string_view utf8);

/// Shortest decimal text that reads back as v, without an exponent: how a number enters a content hash.
std::string decimal_text(double v);

/// The candidate closest to `word` when it is close enough to be a typing mistake (a third of its letters edited, one
/// at least; two neighbours exchanged are one edit), else "".
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace brink
