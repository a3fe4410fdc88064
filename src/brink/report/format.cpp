#include "brink/report/format.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "brink/metrics/minima.h"

namespace brink {
namespace {

constexpr auto kNone = "n/a";

}  // namespace

std::string p_text(std::optional<double> p) {
  if (!p) return kNone;
  if (*p < 1e-15) return "< 1e-15";
  return *p < 0.001 ? fmt::format("{:.0e}", *p) : fmt::format("{:.3f}", *p);
}

std::string p_equation(std::optional<double> p) {
  const std::string text = p_text(p);
  return text.starts_with("<") ? "p " + text : "p = " + text;
}

std::string number_text(std::optional<double> v) { return v ? fmt::format("{:.3f}", *v) : kNone; }

std::string signed_text(std::optional<double> v) { return v ? fmt::format("{:+.3f}", *v) : kNone; }

std::string percent_text(std::optional<double> share) { return share ? fmt::format("{:.1f}%", 100 * *share) : kNone; }

std::string interval_text(const Result& r, bool with_sign) {
  const auto text = with_sign ? signed_text : number_text;
  if (!r.value || !r.low || !r.high) return text(r.value);
  return fmt::format("{} [{}, {}]", text(r.value), text(r.low), text(r.high));
}

std::string percent_interval_text(const Result& r) {
  if (!r.value || !r.low || !r.high) return percent_text(r.value);
  // Whole numbers would show an end on the value's other side, or both ends alike.
  const double value = 100 * *r.value, low = 100 * *r.low, high = 100 * *r.high;
  const int digits = std::round(low) > value || std::round(high) < value || std::round(low) == std::round(high) ? 1 : 0;
  return fmt::format("{:.1f}% [{:.{}f}, {:.{}f}]", value, low, digits, high, digits);
}

std::string plain_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string typeset(std::string text) {
  const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  for (std::size_t i = text.size(); i-- > 0;)
    if (text[i] == '-' && is_digit(i + 1) &&
        (i == 0 || std::string_view(" [(").find(text[i - 1]) != std::string_view::npos))
      text.replace(i, 1, "\u2212");
  return text;
}

bool too_few(const Result& r) {
  return std::min(r.n, r.n_clusters) < kMinResampled || (!r.low && r.reason.starts_with("no interval: fewer than"));
}

std::string count_text(long n, std::string_view one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

}  // namespace brink
