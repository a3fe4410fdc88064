#include "brink/stats/curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace brink::stats {

Curve curve_of(std::vector<Checkpoint> read_outs, int n_tokens) {
  std::ranges::stable_sort(read_outs, {}, &Checkpoint::n_tokens);
  const int last = read_outs.empty() ? 0 : read_outs.back().n_tokens;
  return {std::move(read_outs), std::max(n_tokens, last)};
}

int chosen_slot(const Checkpoint& checkpoint) {
  assert(!checkpoint.p.empty());
  return static_cast<int>(std::max_element(checkpoint.p.begin(), checkpoint.p.end()) - checkpoint.p.begin());
}

double entropy_bits(std::span<const double> p) {
  double bits = 0;
  for (const double q : p) bits -= q > 0 ? q * std::log2(q) : 0;
  return std::max(bits, 0.0);
}

Estimate margin_nats(std::span<const double> p) {
  std::vector<double> sorted(p.begin(), p.end());
  std::sort(sorted.rbegin(), sorted.rend());
  if (sorted.size() < 2 || sorted[1] <= 0) return Estimate::undefined("second has no probability");
  return Estimate::of(std::log(sorted[0]) - std::log(sorted[1]));
}

std::size_t settled_at(const Curve& curve) {
  std::size_t at = curve.at.size() - 1;
  const int last = chosen_slot(curve.at.back());
  while (at > 0 && chosen_slot(curve.at[at - 1]) == last) --at;
  return at;
}

Commitment commitment(const Curve& curve) {
  Commitment out;
  if (curve.at.empty() || curve.n_tokens <= 0) {
    out.ccp = out.tokens_after_last_change = out.area_over_curve = Estimate::undefined("no checkpoint");
    return out;
  }
  const int last = chosen_slot(curve.at.back());
  double area = 0;
  for (std::size_t i = 0; i + 1 < curve.at.size(); ++i) {
    const int here = chosen_slot(curve.at[i]), next = chosen_slot(curve.at[i + 1]);
    out.n_changes += here != next;
    area += ((here != last) + (next != last)) / 2.0 * (curve.at[i + 1].n_tokens - curve.at[i].n_tokens);
  }
  const int n_settled = curve.at[settled_at(curve)].n_tokens,
            width = curve.at.back().n_tokens - curve.at.front().n_tokens;
  out.ccp = Estimate::of(static_cast<double>(n_settled) / curve.n_tokens);
  out.tokens_after_last_change = Estimate::of(curve.n_tokens - n_settled);
  out.area_over_curve = width > 0 ? Estimate::of(area / width) : Estimate::undefined("one checkpoint");
  return out;
}

}  // namespace brink::stats
