#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// A text with its numerals in ASCII, and where each byte came from.
struct PlainDigits {
  std::string text;
  std::vector<std::size_t> places;  // [text.size() + 1] bytes of the original: of the character that it stands for
};

/// Full-width, Arabic-Indic and Indian digits become ASCII's, "½" becomes "1/2" (behind a digit " 1/2"), "10²" becomes
/// "10^2", and the points, commas, slashes and signs that go with them those of ASCII. @param text  valid UTF-8.
PlainDigits plain_digits(std::string_view text);

}  // namespace brink
