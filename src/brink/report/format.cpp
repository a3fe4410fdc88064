#include "brink/report/format.h"

#include <fmt/core.h>

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
  return fmt::format("{:.1f}% [{:.0f}, {:.0f}]", 100 * *r.value, 100 * *r.low, 100 * *r.high);
}

}  // namespace brink
