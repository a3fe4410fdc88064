#include "brink/extract/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "brink/base/unicode.h"
#include "brink/dataset/decimal.h"
#include "brink/extract/digits.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

constexpr std::string_view kMinus = "\u2212";

bool is_digit(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }

std::size_t digits_end(std::string_view text, std::size_t at) {
  while (is_digit(text, at)) ++at;
  return at;
}

bool takes(std::string_view text, std::size_t& at, std::string_view word) {
  if (!text.substr(std::min(at, text.size())).starts_with(word)) return false;
  at += word.size();
  return true;
}

/// Digits with what separates groups of three, as far as the groups are whole; the plain digits go to `out`.
/// @return the end, or `at` where no digit stands there.
std::size_t whole_part(std::string_view text, std::size_t at, std::span<const std::string_view> separators,
                       std::string& out) {
  std::size_t end = digits_end(text, at);
  out = text.substr(at, end - at);
  if (out.empty() || out.size() > 3) return end;
  for (;;) {
    std::size_t group = end;
    if (std::ranges::none_of(separators, [&](std::string_view s) { return takes(text, group, s); })) return end;
    if (digits_end(text, group) - group != 3) return end;
    out += text.substr(group, 3);
    end = group + 3;
  }
}

/// `\.\d+`
std::size_t decimal_part(std::string_view text, std::size_t at, std::string& out) {
  if (at >= text.size() || text[at] != '.' || !is_digit(text, at + 1)) return at;
  const std::size_t end = digits_end(text, at + 1);
  out = text.substr(at + 1, end - at - 1);
  return end;
}

/// `[eE][-+]?\d{1,2}(?!\d)`
std::size_t exponent_part(std::string_view text, std::size_t at, int& out) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
  std::size_t from = at + 1;
  const bool negative = from < text.size() && text[from] == '-';
  if (from < text.size() && (text[from] == '-' || text[from] == '+')) ++from;
  const std::size_t end = digits_end(text, from);
  if (end == from || end - from > 2) return at;
  std::from_chars(text.data() + from, text.data() + end, out);
  if (negative) out = -out;
  return end;
}

/// Digits as either kind of number has them, without a sign.
std::optional<NumberAt> unsigned_at(std::string_view text, std::size_t at,
                                    std::span<const std::string_view> separators) {
  std::string whole, fraction;
  int exponent = 0;
  std::size_t end = whole_part(text, at, separators, whole);
  end = decimal_part(text, end, fraction);
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (!whole.empty()) end = exponent_part(text, end, exponent);
  return NumberAt{at, end, make_decimal(false, whole, fraction, exponent)};
}

bool is_operator_after(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  return scan::word_before(text, at) || text[at - 1] == ')' || text[at - 1] == '%' || text[at - 1] == '$';
}

std::optional<NumberAt> paper_number(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 1> kComma{","};
  if (at > 0 && (text[at - 1] == '.' || scan::word_before(text, at))) return std::nullopt;
  std::size_t from = at;
  bool negative = false;
  if (takes(text, from, "$")) {
    negative = takes(text, from, "-") || takes(text, from, kMinus);
  } else {
    negative = takes(text, from, "-") || takes(text, from, kMinus);
    if (!negative) takes(text, from, "+");
    if (from > at && is_operator_after(text, at)) negative = false;
    takes(text, from, "$");
  }
  auto number = unsigned_at(text, from, kComma);
  if (!number) return std::nullopt;
  number->begin = at;
  if (negative) negate(number->value);
  return number;
}

constexpr std::array<std::string_view, 7> kCurrencies{"\\$", "$", "£", "€", "₹", "¥", "Rs."};
constexpr std::array<std::string_view, 8> kSeparators{",", "{,}", "\\,", "\u202F", "\u2009", ",\\!", "\u00A0", "'"};

/// Small whole numbers alone: a fraction of longer ones is no answer that anybody writes.
/// @return -1 for no digits or more than nine.
long small(std::string_view digits) {
  long out = -1;
  if (digits.size() > 9) return out;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

/// "a/b" behind `number`, or "w a/b": a mixed number.
void take_fraction(std::string_view text, NumberAt& number) {
  if (number.value.text.find_first_of("./") != std::string::npos) return;
  const auto below = [&](std::size_t at) -> std::size_t {
    if (at >= text.size() || text[at] != '/') return at;
    const std::size_t end = digits_end(text, at + 1);
    const bool more = end < text.size() && (text[end] == '/' || (text[end] == '.' && is_digit(text, end + 1)));
    return more || text.substr(at + 1, end - at - 1).find_first_not_of('0') == std::string_view::npos ? at : end;
  };
  if (const std::size_t end = below(number.end); end > number.end) {
    number.value = *parse_decimal(number.value.text + std::string(text.substr(number.end, end - number.end)));
    number.end = end;
    return;
  }
  if (number.end >= text.size() || text[number.end] != ' ' || !is_digit(text, number.end + 1)) return;
  const std::size_t slash = digits_end(text, number.end + 1), end = below(slash);
  const long w = small(number.value.text), a = small(text.substr(number.end + 1, slash - number.end - 1));
  const long b = end > slash ? small(text.substr(slash + 1, end - slash - 1)) : -1;
  if (w < 0 || a < 0 || a >= b) return;
  number.value = *parse_decimal(std::to_string(w * b + a) + "/" + std::to_string(b));
  number.end = end;
}

/// "\frac{a}{b}", a and b perhaps with a minus, "\frac12".
std::optional<NumberAt> latex_fraction(std::string_view text, std::size_t at) {
  std::size_t from = at;
  if (!takes(text, from, "\\frac") && !takes(text, from, "\\dfrac") && !takes(text, from, "\\tfrac"))
    return std::nullopt;
  if (is_digit(text, from) && is_digit(text, from + 1) && !is_digit(text, from + 2)) {
    const auto value = parse_decimal(std::string(text.substr(from, 1)) + "/" + std::string(text.substr(from + 1, 1)));
    return value ? std::optional(NumberAt{at, from + 2, *value}) : std::nullopt;
  }
  if (!takes(text, from, "{")) return std::nullopt;
  bool negative = takes(text, from, "-");
  const std::size_t middle = digits_end(text, from);
  std::size_t below = middle;
  if (middle == from || !takes(text, below, "}{")) return std::nullopt;
  if (takes(text, below, "-")) negative = !negative;
  std::size_t end = digits_end(text, below);
  const auto value =
      parse_decimal(std::string(text.substr(from, middle - from)) + "/" + std::string(text.substr(below, end - below)));
  if (!value || !takes(text, end, "}")) return std::nullopt;
  NumberAt out{at, end, *value};
  if (negative) negate(out.value);
  return out;
}

/// "e400": more than any number in words goes to, and no number without it.
bool exponent_is_long(std::string_view text, std::size_t at) {
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  return digits_end(text, at) - at > 2;
}

/// "10^8", "3 x 10^{-8}": a power of ten is part of the numeral, other powers are to be worked out.
void take_power_of_ten(std::string_view text, NumberAt& number) {
  std::size_t at = number.end;
  const auto spaces = [&] {
    while (takes(text, at, " ")) {
    }
  };
  std::string mantissa = "1";
  if (number.value.text != "10" || !text.substr(at).starts_with('^')) {
    constexpr std::array<std::string_view, 6> kTimes{"\u00D7", "\\times", "\\cdot", "\u00B7", "*", "x"};
    mantissa = number.value.text;
    spaces();
    if (std::ranges::none_of(kTimes, [&](std::string_view sign) { return takes(text, at, sign); })) return;
    spaces();
    if (!takes(text, at, "10") || mantissa.find('/') != std::string::npos) return;
  }
  if (!takes(text, at, "^")) return;
  const bool braces = takes(text, at, "{");
  const bool negative = takes(text, at, "-") || takes(text, at, kMinus);
  const std::size_t end = digits_end(text, at);
  if (end == at || end - at > 2 || (braces && !text.substr(end).starts_with('}'))) return;
  int exponent = 0;
  std::from_chars(text.data() + at, text.data() + end, exponent);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  number.value = make_decimal(false, mantissa.substr(0, point),
                              point < mantissa.size() ? mantissa.substr(point + 1) : std::string(),
                              negative ? -exponent : exponent);
  number.end = braces ? end + 1 : end;
}

/// "1\frac{1}{2}"
void take_mixed(const NumberAt& fraction, NumberAt& number) {
  const std::string& text = fraction.value.text;
  const std::size_t slash = text.find('/');
  const long w = small(number.value.text);
  if (slash == std::string::npos || w < 0 || number.value.text.find('.') != std::string::npos) return;
  const long a = small(text.substr(0, slash)), b = small(text.substr(slash + 1));
  if (a < 0 || b <= a) return;
  number.value = *parse_decimal(std::to_string(w * b + a) + "/" + std::to_string(b));
  number.end = fraction.end;
}

/// Whether the number would be part of a word: "x2", but not "答案是2".
bool is_in_word(std::string_view text, std::size_t at) {
  if (!scan::word_before(text, at)) return false;
  std::size_t before = at - 1;
  while (!scan::begins_code_point(text, before)) --before;
  return !is_ideographic(scan::decode(text, before).c);
}

std::optional<NumberAt> seen_number(std::string_view text, std::size_t at) {
  std::size_t from = at;
  const auto minus = [&] { return takes(text, from, "-") || takes(text, from, kMinus); };
  const auto currency = [&] {
    return std::ranges::any_of(kCurrencies, [&](std::string_view c) { return takes(text, from, c); });
  };
  bool negative = minus();
  if (negative && is_operator_after(text, at)) return std::nullopt;  // the number itself is found behind the sign
  if (currency()) {
    takes(text, from, " ");
    negative = negative || minus();
  } else if (from == at && at > 0 && (text[at - 1] == '.' || is_in_word(text, at))) {
    return std::nullopt;
  }
  auto number = latex_fraction(text, from);
  if (!number) {
    number = unsigned_at(text, from, kSeparators);
    if (!number) return std::nullopt;
    take_fraction(text, *number);
    if (number->end < text.size() && (text[number->end] == 'e' || text[number->end] == 'E') &&
        exponent_is_long(text, number->end))
      return std::nullopt;
    if (const auto fraction = latex_fraction(text, number->end)) take_mixed(*fraction, *number);
    take_power_of_ten(text, *number);
  }
  number->begin = at;
  if (negative) negate(number->value);
  return number;
}

template <class At>
std::vector<NumberAt> all(std::string_view text, At number_at) {
  std::vector<NumberAt> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto number = scan::begins_code_point(text, at) ? number_at(text, at) : std::nullopt;
    if (number) out.push_back(*number);
    at = number ? number->end : at + 1;
  }
  return out;
}

}  // namespace

void negate(Decimal& value) {
  if (value.text.starts_with('-'))
    value.text.erase(0, 1);
  else if (value.text != "0" && !value.text.starts_with("0/"))
    value.text.insert(0, "-");
}

std::vector<NumberAt> paper_numbers(std::string_view text) { return all(text, paper_number); }

std::vector<NumberAt> numbers_in(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return all(text, seen_number);
  const PlainDigits plain = plain_digits(text);
  std::vector<NumberAt> out = all(plain.text, seen_number);
  for (NumberAt& number : out) {
    number.begin = plain.places[number.begin];
    number.end = plain.places[number.end];
  }
  return out;
}

}  // namespace brink
