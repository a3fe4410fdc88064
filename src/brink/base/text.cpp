#include "brink/base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

#include "brink/base/unicode.h"

namespace brink {
namespace {

// The code point at the front of `bytes` and its length; length <= 0 when the bytes are not UTF-8.
std::pair<utf8proc_int32_t, utf8proc_ssize_t> front(std::string_view bytes) {
  utf8proc_int32_t code_point = 0;
  const auto n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                  static_cast<utf8proc_ssize_t>(bytes.size()), &code_point);
  return {code_point, n};
}

// Optimal string alignment: insert, delete, replace, or exchange two neighbours, each place edited once.
// No further than to `most`, which stands for all that is above it.
std::size_t n_edits(std::string_view a, std::string_view b, std::size_t most) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);  // rows i - 2, i - 1 and i
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (std::ranges::min(row) >= most) return most;
  }
  return row.back();
}

}  // namespace

std::size_t first_invalid_utf8(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (static_cast<unsigned char>(bytes[i]) < 0x80) {
      ++i;
      continue;
    }
    const auto n = front(bytes.substr(i)).second;
    if (n <= 0) return i;
    i += static_cast<std::size_t>(n);
  }
  return std::string_view::npos;
}

std::string to_valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (true) {
    const std::size_t bad = first_invalid_utf8(bytes);
    if (bad == std::string_view::npos) return out.append(bytes);
    out.append(bytes.substr(0, bad)).append("\xEF\xBF\xBD");
    bytes.remove_prefix(bad + 1);
    // Continuation bytes of the broken sequence belong to the same replacement.
    while (!bytes.empty() && (static_cast<unsigned char>(bytes.front()) & 0xC0) == 0x80) bytes.remove_prefix(1);
  }
}

std::u32string to_code_points(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const auto [code_point, n] = front(utf8);
    out.push_back(n > 0 ? static_cast<char32_t>(code_point) : U'\uFFFD');
    utf8.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 1);
  }
  return out;
}

std::size_t count_code_points(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

int columns_of(char32_t c) { return utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)); }

std::size_t count_columns(std::string_view utf8) {
  std::size_t n = 0;
  for (const char32_t c : to_code_points(utf8)) n += static_cast<std::size_t>(columns_of(c));
  return n;
}

std::string_view trim(std::string_view utf8) {
  while (!utf8.empty()) {
    const auto [code_point, n] = front(utf8);
    if (n <= 0 || !is_space(static_cast<char32_t>(code_point))) break;
    utf8.remove_prefix(static_cast<std::size_t>(n));
  }
  while (!utf8.empty()) {
    std::size_t start = utf8.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(utf8[start]) & 0xC0) == 0x80) --start;
    const auto [code_point, n] = front(utf8.substr(start));
    if (n <= 0 || !is_space(static_cast<char32_t>(code_point))) break;
    utf8.remove_suffix(utf8.size() - start);
  }
  return utf8;
}

std::string decimal_text(double v) {
  std::array<char, 400> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed).ptr;
  return {buffer.data(), end};
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (longer >= best_distance) continue;  // so many edits at least
    const std::size_t distance = n_edits(word, candidate, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace brink
