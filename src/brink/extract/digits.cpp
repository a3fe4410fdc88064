#include "brink/extract/digits.h"

#include <algorithm>
#include <array>
#include <utility>

#include "brink/extract/scan.h"

namespace brink {
namespace {

// The zero of each set of ten digits.
constexpr std::array<char32_t, 6> kZeros{0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, 0xFF10};

constexpr std::array<std::pair<char32_t, std::string_view>, 18> kFractions{{{0x00BC, "1/4"},
                                                                            {0x00BD, "1/2"},
                                                                            {0x00BE, "3/4"},
                                                                            {0x2150, "1/7"},
                                                                            {0x2151, "1/9"},
                                                                            {0x2152, "1/10"},
                                                                            {0x2153, "1/3"},
                                                                            {0x2154, "2/3"},
                                                                            {0x2155, "1/5"},
                                                                            {0x2156, "2/5"},
                                                                            {0x2157, "3/5"},
                                                                            {0x2158, "4/5"},
                                                                            {0x2159, "1/6"},
                                                                            {0x215A, "5/6"},
                                                                            {0x215B, "1/8"},
                                                                            {0x215C, "3/8"},
                                                                            {0x215D, "5/8"},
                                                                            {0x215E, "7/8"}}};

// Between digits, and before them.
constexpr std::array<std::pair<char32_t, char>, 8> kSigns{{{0x066B, '.'},
                                                           {0xFF0E, '.'},
                                                           {0x066C, ','},
                                                           {0x2044, '/'},
                                                           {0xFF0F, '/'},
                                                           {0xFF0D, '-'},
                                                           {0xFF0B, '+'},
                                                           {0xFF04, '$'}}};

constexpr std::u32string_view kRaised = U"\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079";
constexpr char32_t kRaisedMinus = 0x207B, kWideComma = 0xFF0C;

template <class Table>
const auto* find(const Table& table, char32_t c) {
  const auto found = std::ranges::find(table, c, [](const auto& row) { return row.first; });
  return found == table.end() ? nullptr : &found->second;
}

char digit_of(char32_t c) {
  for (const char32_t zero : kZeros)
    if (c >= zero && c < zero + 10) return static_cast<char>('0' + (c - zero));
  return 0;
}

class Writer {
 public:
  explicit Writer(std::string_view text) : text_(text) {
    out_.text.reserve(text.size());
    out_.places.reserve(text.size() + 1);
  }

  PlainDigits run() {
    while (at_ < text_.size()) {
      const auto [c, n_bytes] = scan::decode(text_, at_);
      if (!take(c)) copy(n_bytes);
      at_ += n_bytes;
    }
    out_.places.push_back(text_.size());
    return std::move(out_);
  }

 private:
  bool take(char32_t c) {
    if (c < 0x80) return raised_ = wide_ = false;
    const bool raised = std::exchange(raised_, false), wide = std::exchange(wide_, false);
    if (const char digit = digit_of(c)) {
      wide_ = true;
      return put(digit);
    }
    if (const auto* fraction = find(kFractions, c)) {
      if (behind_digit()) put(' ');
      for (const char part : *fraction) put(part);
      return true;
    }
    if (c == kWideComma && wide) return put(',');
    if (const char* sign = find(kSigns, c)) return put(*sign);
    const std::size_t power = kRaised.find(c);
    if ((power == kRaised.npos && c != kRaisedMinus) || !(raised || behind_digit())) return false;
    if (!raised) put('^');
    raised_ = true;
    return put(c == kRaisedMinus ? '-' : static_cast<char>('0' + power));
  }

  bool put(char c) {
    out_.text += c;
    out_.places.push_back(at_);
    return true;
  }

  void copy(std::size_t n_bytes) {
    out_.text += text_.substr(at_, n_bytes);
    for (std::size_t i = 0; i < n_bytes; ++i) out_.places.push_back(at_ + i);
  }

  bool behind_digit() const { return !out_.text.empty() && out_.text.back() >= '0' && out_.text.back() <= '9'; }

  std::string_view text_;
  std::size_t at_ = 0;
  PlainDigits out_;
  bool raised_ = false;  // within a power
  bool wide_ = false;    // right behind a digit that is not ASCII's
};

}  // namespace

PlainDigits plain_digits(std::string_view text) { return Writer(text).run(); }

}  // namespace brink
