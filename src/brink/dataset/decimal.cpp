#include "brink/dataset/decimal.h"

#include <algorithm>

#include "brink/base/text.h"

namespace brink {
namespace {

// Digits without leading zeros; commas only between groups of three. Nothing when there are none or others.
std::optional<std::string> whole_part(std::string_view text) {
  std::string out;
  const bool grouped = text.find(',') != text.npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t left = text.size() - i;
    if (grouped && left % 4 == 0) {
      if (text[i] != ',' || i == 0) return std::nullopt;
    } else if (is_digit(text[i])) {
      out += text[i];
    } else {
      return std::nullopt;
    }
  }
  if (out.empty()) return std::nullopt;
  out.erase(0, std::min(out.find_first_not_of('0'), out.size() - 1));
  return out;
}

// A number of any length as a fraction of digits.
struct Ratio {
  bool negative;
  std::string above, below;
};

Ratio ratio_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t at = std::min(text.find_first_of("./"), text.size());
  std::string above(text.substr(0, at));
  if (at == text.size()) return {negative, std::move(above), "1"};
  const std::string_view rest = text.substr(at + 1);
  if (text[at] == '/') return {negative, std::move(above), std::string(rest)};
  return {negative, above.append(rest), "1" + std::string(rest.size(), '0')};
}

// Digits, without leading zeros.
std::string product(std::string_view a, std::string_view b) {
  std::string out(a.size() + b.size(), 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    int carry = 0;
    for (std::size_t j = b.size(); j-- > 0;) {
      const int sum = out[i + j + 1] + (a[i] - '0') * (b[j] - '0') + carry;
      out[i + j + 1] = static_cast<char>(sum % 10);
      carry = sum / 10;
    }
    out[i] = static_cast<char>(out[i] + carry);
  }
  for (char& c : out) c = static_cast<char>(c + '0');
  out.erase(0, std::min(out.find_first_not_of('0'), out.size() - 1));
  return out;
}

}  // namespace

Decimal make_decimal(bool negative, std::string_view whole, std::string_view fraction, int exponent) {
  std::string digits = std::string(whole).append(fraction);
  const int n_behind = static_cast<int>(fraction.size()) - exponent;
  if (n_behind < 0) digits.append(static_cast<std::size_t>(-n_behind), '0');
  const auto behind = static_cast<std::size_t>(std::max(n_behind, 0));
  if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
  digits.insert(digits.size() - behind, ".");
  return *parse_decimal((negative ? "-" : "") + digits);
}

bool same_number(const Decimal& a, const Decimal& b) {
  const Ratio x = ratio_of(a.text), y = ratio_of(b.text);
  return x.negative == y.negative && product(x.above, y.below) == product(y.above, x.below);
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  text = trim(text);
  bool negative = false;
  for (const std::string_view sign : {"-", "\u2212"})
    if (text.starts_with(sign)) {
      negative = true;
      text.remove_prefix(sign.size());
      break;
    }
  if (text.starts_with('$')) text.remove_prefix(1);
  if (text.ends_with('.')) text.remove_suffix(1);

  const std::size_t at = std::min(text.find_first_of("./"), text.size());
  const auto whole = whole_part(text.substr(0, at));
  if (!whole) return std::nullopt;
  std::string out = *whole;
  if (at < text.size()) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.empty() || !std::all_of(rest.begin(), rest.end(), is_digit)) return std::nullopt;
    if (text[at] == '/') {
      const auto below = whole_part(rest);
      if (*below == "0") return std::nullopt;
      out += "/" + *below;
    } else if (const std::size_t end = rest.find_last_not_of('0'); end != rest.npos) {
      out += "." + std::string(rest.substr(0, end + 1));
    }
  }
  const bool zero = out == "0" || out.starts_with("0/");
  return Decimal{negative && !zero ? "-" + out : out};
}

}  // namespace brink
