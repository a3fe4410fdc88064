#include "brink/stats/truncation.h"

#include <cassert>

namespace brink::stats {
namespace {

constexpr double kSlack = 1e-12;

std::optional<std::size_t> bucket_of(double at, std::span<const double> edges) {
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const bool last = i + 2 == edges.size();
    if (at >= edges[i] - kSlack && (at < edges[i + 1] - kSlack || (last && at <= edges[i + 1] + kSlack))) return i;
  }
  return std::nullopt;
}

void finish(Changes& cell, double chance, int preferred) {
  cell.to_preferred = cell.destinations[static_cast<std::size_t>(preferred)];
  const auto share = [](double k, int n, const char* why) {
    return n > 0 ? Estimate::of(k / n) : Estimate::undefined(why);
  };
  cell.change_rate = share(cell.n_changed, cell.n, "no answer");
  cell.toward_share = share(cell.to_preferred, cell.n_changed, "no change");
  cell.chance_share = share(chance, cell.n_changed, "no change");
}

/// A cell being counted, with the sum behind chance_share.
struct Counter {
  Changes* cell;
  double chance = 0;
};

}  // namespace

TruncationTable truncation_table(std::span<const Cut> cuts, int m, int preferred, std::span<const double> edges) {
  assert(m >= 2 && preferred >= 0 && preferred < m);
  TruncationTable out;
  out.buckets.resize(edges.empty() ? 0 : edges.size() - 1);
  std::vector<Counter> counters;
  for (Changes& bucket : out.buckets) counters.push_back({&bucket});
  counters.push_back({&out.before});
  counters.push_back({&out.after});
  for (const Counter& counter : counters) counter.cell->destinations.assign(static_cast<std::size_t>(m), 0);

  for (const Cut& cut : cuts) {
    if (!(cut.at >= -kSlack && cut.at <= 1 + kSlack)) {
      out.n_skipped += static_cast<int>(cut.answers.size());
      continue;
    }
    std::vector<Counter*> of_cut;
    const auto bucket = bucket_of(cut.at, edges);
    if (bucket) of_cut.push_back(&counters[*bucket]);
    out.n_outside_edges += !bucket;
    if (cut.offset != 0) of_cut.push_back(&counters[out.buckets.size() + (cut.offset < 0 ? 0 : 1)]);
    for (const std::optional<int>& answer : cut.answers) {
      out.n_missing += !answer;
      if (!answer) continue;
      for (Counter* counter : of_cut) {
        ++counter->cell->n;
        if (*answer == cut.original) continue;
        ++counter->cell->n_changed;
        ++counter->cell->destinations[static_cast<std::size_t>(*answer)];
        counter->chance += cut.original == preferred ? 0.0 : 1.0 / (m - 1);
      }
    }
  }
  for (const Counter& counter : counters) finish(*counter.cell, counter.chance, preferred);
  return out;
}

}  // namespace brink::stats
