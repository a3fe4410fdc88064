#include "brink/extract/robust/letters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace brink::robust {
namespace {

// Runs of 26 enclosed letters.
struct Run {
  char32_t first;
  bool upper;
};
constexpr std::array kEnclosed{Run{0x249C, false}, Run{0x24B6, true},  Run{0x24D0, false}, Run{0x1F110, true},
                               Run{0x1F130, true}, Run{0x1F150, true}, Run{0x1F170, true}};

constexpr std::u32string_view kLookalikes = U"АВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΧΥ";
constexpr std::string_view kLatin = "ABCEHIJKMOPSTXABEZHIKMNOPTXY";

std::optional<LatinLetter> ascii_letter(utf8proc_int32_t c) {
  if (c >= 'A' && c <= 'Z') return LatinLetter{static_cast<char>(c), true, false, false};
  if (c >= 'a' && c <= 'z') return LatinLetter{static_cast<char>(c - 'a' + 'A'), false, false, false};
  return std::nullopt;
}

}  // namespace

std::optional<LatinLetter> latin_letter(char32_t c) {
  if (c < 0x80) return ascii_letter(static_cast<utf8proc_int32_t>(c));
  for (const Run& run : kEnclosed)
    if (c >= run.first && c < run.first + 26)
      return LatinLetter{static_cast<char>('A' + (c - run.first)), run.upper, true, false};
  if (const auto at = kLookalikes.find(c); at != kLookalikes.npos) return LatinLetter{kLatin[at], true, false, true};
  if (c < 0x2100) return std::nullopt;  // accented letters are not labels
  std::array<utf8proc_int32_t, 4> parts{};
  int last_class = 0;
  const auto n =
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                              static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE), &last_class);
  return n == 1 ? ascii_letter(parts[0]) : std::nullopt;
}

}  // namespace brink::robust
