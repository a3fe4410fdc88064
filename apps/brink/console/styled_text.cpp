#include "styled_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "brink/base/text.h"

namespace brink::cli {
namespace {

std::string_view escape_of(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kGood:
      return "\x1b[32m";
    case Style::kBad:
      return "\x1b[31m";
    case Style::kMention:
      return "\x1b[1;33m";
    case Style::kAnswer:
      return "\x1b[1;7m";
  }
  return "";
}

// What stands for a character that a terminal would act on.
char32_t inert(char32_t c) {
  if (c == '\n') return c;
  if (c == '\t' || c == '\r') return ' ';
  if (c < 0x20) return 0x2400 + c;  // control pictures
  if (c == 0x7F) return 0x2421;
  const bool reorders = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
  const bool breaks = c == 0x2028 || c == 0x2029;
  return (c >= 0x80 && c < 0xA0) || reorders || breaks ? 0xFFFD : c;
}

std::string encode(char32_t c) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const auto n = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes.data());
  return {bytes.begin(), bytes.begin() + n};
}

bool is_break(const Glyph& g) { return g.bytes == "\n"; }

}  // namespace

void append(StyledText& to, std::string_view text, Style style) {
  for (const char32_t raw : to_code_points(to_valid_utf8(text))) {
    const char32_t c = inert(raw);
    to.push_back({encode(c), c == '\n' ? 0 : columns_of(c), style});
  }
}

std::string one_line(std::string_view text) {
  StyledText styled;
  append(styled, text);
  std::string out;
  for (const Glyph& g : styled) out += is_break(g) ? "\u23ce" : g.bytes;
  return out;
}

std::string inert_lines(std::string_view text) {
  StyledText styled;
  append(styled, text);
  return render(styled, 0, false);
}

int width_of(const StyledText& text) {
  int width = 0;
  for (const Glyph& g : text) width += g.width;
  return width;
}

std::vector<StyledText> wrap(const StyledText& text, int width) {
  std::vector<StyledText> lines(1);
  int used = 0;
  std::size_t after_space = 0;  // where the current line may be broken; 0 = nowhere
  for (const Glyph& g : text) {
    if (is_break(g)) {
      lines.emplace_back();
      used = 0;
      after_space = 0;
      continue;
    }
    while (used + g.width > width && !lines.back().empty()) {
      StyledText& full = lines.back();
      const auto at = full.begin() + static_cast<std::ptrdiff_t>(after_space > 0 ? after_space : full.size());
      StyledText rest(at, full.end());
      full.erase(at, full.end());
      used = width_of(rest);
      after_space = 0;
      lines.push_back(std::move(rest));
    }
    lines.back().push_back(g);
    used += g.width;
    if (g.bytes == " ") after_space = lines.back().size();
  }
  return lines;
}

std::string render(const StyledText& line, int width, bool colour) {
  std::string out;
  Style style = Style::kPlain;
  const auto change = [&](Style to) {
    if (!colour || to == style) return;
    if (style != Style::kPlain) out += "\x1b[0m";
    out += escape_of(to);
    style = to;
  };
  for (const Glyph& g : line) {
    change(g.style);
    out += g.bytes;
  }
  change(Style::kPlain);
  out.append(static_cast<std::size_t>(std::max(0, width - width_of(line))), ' ');
  return out;
}

std::string side_by_side(const std::vector<StyledText>& columns, int width, int gap, bool colour) {
  std::vector<std::vector<StyledText>> wrapped;
  std::size_t n_lines = 0;
  for (const StyledText& column : columns) {
    wrapped.push_back(wrap(column, width));
    n_lines = std::max(n_lines, wrapped.back().size());
  }
  std::string out;
  for (std::size_t i = 0; i < n_lines; ++i) {
    std::string line;
    for (const auto& lines : wrapped) {
      line += i < lines.size() ? render(lines[i], width, colour) : std::string(static_cast<std::size_t>(width), ' ');
      line.append(static_cast<std::size_t>(gap), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace brink::cli
