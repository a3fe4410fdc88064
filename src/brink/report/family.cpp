#include "brink/report/family.h"

#include <fmt/format.h>

#include "brink/report/format.h"
#include "brink/stats/padjust.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;

// Both rules reject every p up to one.
std::optional<double> greatest(const std::vector<double>& p, const std::vector<bool>& rejected) {
  std::optional<double> out;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (rejected[i] && (!out || p[i] > *out)) out = p[i];
  return out;
}

}  // namespace

Family::Family(std::vector<double> p)
    : n_(p.size()),
      holm_(greatest(p, stats::reject_holm(p, kAlpha))),
      bh_(greatest(p, stats::reject_benjamini_hochberg(p, kAlpha))) {}

std::string Family::note(const std::string& of) const {
  return fmt::format(
      "* p < .05 by Holm's rule, + by Benjamini and Hochberg's alone, over the {} p-values {} in all data sets of this "
      "report.",
      n_, of);
}

std::string Family::with_mark(std::optional<double> p, bool equation) const {
  const char* mark = holds(p) ? "*" : p && bh_ && *p <= *bh_ ? "+" : "";
  return (equation ? p_equation(p) : p_text(p)) + mark;
}

}  // namespace brink
