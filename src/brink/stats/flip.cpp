#include "brink/stats/flip.h"

#include <algorithm>

namespace brink::stats {
namespace {

/// Share of unordered pairs that differ. At least two values.
double disagreement(const std::vector<int>& contents) {
  double differ = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    for (std::size_t j = i + 1; j < contents.size(); ++j) differ += contents[i] != contents[j];
  }
  const double n = static_cast<double>(contents.size());
  return differ / (n * (n - 1) / 2);
}

Estimate ratio(double sum, int n, const char* why_undefined) {
  return n > 0 ? Estimate::of(sum / n) : Estimate::undefined(why_undefined);
}

}  // namespace

Flip flip(std::span<const VariantAnswers> items) {
  Flip out;
  double flips = 0, flips_partial = 0, pairs = 0, pairs_partial = 0, same = 0, differ_from_first = 0;
  for (const VariantAnswers& item : items) {
    std::vector<int> contents;
    for (const auto& c : item.contents) {
      if (c) contents.push_back(*c);
    }
    if (contents.size() >= 2) {
      const double share = disagreement(contents);
      ++out.n_partial;
      flips_partial += share > 0;
      pairs_partial += share;
      if (contents.size() == item.contents.size()) {
        ++out.n_complete;
        flips += share > 0;
        pairs += share;
        same += std::all_of(item.slots.begin(), item.slots.end(), [&](const auto& s) { return s == item.slots[0]; });
      }
    }
    if (item.contents.empty() || !item.contents[0]) continue;
    for (std::size_t v = 1; v < item.contents.size(); ++v) {
      if (!item.contents[v]) continue;
      ++out.n_vs_first;
      differ_from_first += item.contents[v] != item.contents[0];
    }
  }
  const char* no_complete = "no complete item";
  const char* no_partial = "no item with two answers";
  out.flip_rate = ratio(flips, out.n_complete, no_complete);
  out.flip_rate_partial = ratio(flips_partial, out.n_partial, no_partial);
  out.pair_disagreement = ratio(pairs, out.n_complete, no_complete);
  out.pair_disagreement_partial = ratio(pairs_partial, out.n_partial, no_partial);
  out.flip_vs_first = ratio(differ_from_first, out.n_vs_first, "no pair with the first variant");
  out.same_slot_rate = ratio(same, out.n_complete, no_complete);
  return out;
}

}  // namespace brink::stats
