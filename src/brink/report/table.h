#pragma once

#include <string>
#include <vector>

namespace brink {

/// A table for a terminal. The first `n_labels` columns name the row and are aligned left, the rest right.
struct TextTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // [n_rows][head.size()]
  int n_labels = 1;
};

/// The table in lines of at most `width` columns where that is possible: columns that do not fit go into further
/// blocks below, which repeat the labels; columns that no row has anything in are left out. Text is UTF-8; CJK counts
/// as two columns, a combining mark as none.
std::string to_text(const TextTable& table, int width);

/// Text broken at spaces into lines of at most `width`, the first indented by `first`, the others by spaces.
std::string wrap(const std::string& text, int width, const std::string& first = "");

}  // namespace brink
