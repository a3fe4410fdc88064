#include "brink/report/table.h"

#include <algorithm>
#include <cassert>
#include <sstream>

#include "brink/base/text.h"

namespace brink {
namespace {

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width > count_columns(text) ? width - count_columns(text) : 0, ' ');
  return left ? text + space : space + text;
}

/// Without the columns that no row has anything in.
TextTable filled(const TextTable& table) {
  TextTable out{
      .head = {}, .rows = std::vector<std::vector<std::string>>(table.rows.size()), .n_labels = table.n_labels};
  for (std::size_t c = 0; c < table.head.size(); ++c) {
    const auto is_empty = [&](const auto& row) { return row[c].empty(); };
    if (c >= static_cast<std::size_t>(table.n_labels) && std::ranges::all_of(table.rows, is_empty)) continue;
    out.head.push_back(table.head[c]);
    for (std::size_t r = 0; r < table.rows.size(); ++r) out.rows[r].push_back(table.rows[r][c]);
  }
  return out;
}

}  // namespace

std::string to_text(const TextTable& whole, int width) {
  const TextTable table = filled(whole);
  const std::size_t n = table.head.size(), n_labels = static_cast<std::size_t>(table.n_labels);
  std::vector<std::size_t> widths(n);
  for (std::size_t c = 0; c < n; ++c) {
    widths[c] = count_columns(table.head[c]);
    for (const auto& row : table.rows) {
      assert(row.size() == n);
      widths[c] = std::max(widths[c], count_columns(row[c]));
    }
  }
  std::size_t label_width = 0;
  for (std::size_t c = 0; c < n_labels; ++c) label_width += widths[c] + 2;

  std::string text;
  for (std::size_t first = n_labels; first < n;) {
    std::size_t last = first, used = label_width;
    while (last < n && (last == first || used + widths[last] <= static_cast<std::size_t>(width))) {
      used += widths[last++] + 2;
    }
    const auto line = [&](const std::vector<std::string>& cells) {
      std::string out;
      for (std::size_t c = 0; c < n_labels; ++c) out += padded(cells[c], widths[c], true) + "  ";
      for (std::size_t c = first; c < last; ++c) out += padded(cells[c], widths[c], false) + (c + 1 < last ? "  " : "");
      out.erase(out.find_last_not_of(' ') + 1);
      text += out + "\n";
    };
    if (first > n_labels) text += "\n";
    line(table.head);
    for (const auto& row : table.rows) line(row);
    first = last;
  }
  return text;
}

std::string wrap(const std::string& text, int width, const std::string& first) {
  std::istringstream words(text);
  std::string out, line = first, word;
  const std::string indent(count_columns(first), ' ');
  for (bool fresh = true; words >> word; fresh = false) {
    if (!fresh && count_columns(line) + 1 + count_columns(word) > static_cast<std::size_t>(width)) {
      out += line + "\n";
      line = indent + word;
    } else {
      line += (fresh ? "" : " ") + word;
    }
  }
  return out + line + "\n";
}

}  // namespace brink
