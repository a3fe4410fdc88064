#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "brink/metrics/cuts.h"
#include "brink/metrics/support.h"
#include "brink/stats/cluster_trend.h"
#include "brink/stats/exposure.h"
#include "brink/stats/side_comparison.h"

namespace brink {
namespace {

constexpr int kDraws = 2000;

template <class Keep, class Of>
Result mean_of_read(const MetricInput& input, const std::vector<ItemCuts>& items, Keep&& keep, Of&& of) {
  std::vector<stats::ClusterSum> sums;
  int n_unread = 0;
  for (const ItemCuts& item : items) {
    stats::ClusterSum& sum = sums.emplace_back(stats::ClusterSum{});
    for (const CutAnswer& cut : item.cuts) {
      if (!keep(cut)) continue;
      if (!cut.read()) {
        ++n_unread;
        continue;
      }
      sum.sum += of(cut);
      ++sum.n;
    }
  }
  Result r = item_mean(input, std::move(sums), MeanOf::kShares);
  if (n_unread > 0) r.left_out["continuation without an answer"] = n_unread;
  return r;
}

double changed(const CutAnswer& cut) { return cut.changed() ? 1 : 0; }

std::vector<Result> change_rate(const MetricInput& input) {
  return by_cut_treatment(input, [&](const std::vector<ItemCuts>& items) {
    std::vector<Result> out;
    for (const CutGroup& group : cut_groups(items)) {
      out.push_back(mean_of_read(input, items, group.holds, changed));
      if (!group.key.empty()) out.back().group[group.key] = group.name;
    }
    return out;
  });
}

// Of the draws of one cut, those whose text an earlier one has already.
stats::ClusterSum duplicates(const ItemCuts& item) {
  std::map<std::tuple<const Observation*, std::string>, std::pair<std::set<std::uint64_t>, int>> cuts;
  for (const CutAnswer& cut : item.cuts) {
    if (cut.continuation->reading.status == Status::kError) continue;
    auto& [texts, n] = cuts[{cut.answer, cut.continuation->key.point}];
    texts.insert(cut.continuation->text_hash);
    ++n;
  }
  stats::ClusterSum out;
  for (const auto& [cut, draws] : cuts) {
    const auto& [texts, n] = draws;
    if (n < 2) continue;
    out.sum += n - static_cast<double>(texts.size());
    out.n += n - 1;
  }
  return out;
}

std::vector<Result> duplicate_share(const MetricInput& input) {
  return by_cut_treatment(input, [&](const std::vector<ItemCuts>& items) {
    std::vector<stats::ClusterSum> sums;
    for (const ItemCuts& item : items) sums.push_back(duplicates(item));
    return std::vector{item_mean(input, std::move(sums), MeanOf::kShares)};
  });
}

std::vector<Result> sides(const MetricInput& input) {
  return by_cut_treatment(input, [&](const std::vector<ItemCuts>& items) {
    std::vector<stats::SideChanges> changes;
    for (const ItemCuts& item : items) {
      stats::SideChanges& one = changes.emplace_back();
      for (const CutAnswer& cut : item.cuts) {
        if (!cut.read() || cut.offset == 0) continue;
        ++(cut.offset < 0 ? one.n_before : one.n_after);
        (cut.offset < 0 ? one.changed_before : one.changed_after) += cut.changed() ? 1 : 0;
      }
    }
    const stats::SideComparison c = stats::compare_sides(changes, kDraws, input.seed);
    if (!c.difference.value) return std::vector{undefined(c.difference.why_undefined)};
    Result r = estimated(c.difference, c.interval);
    r.null = 0;
    r.p = c.flips.p_two_sided;
    r.p_kind = "sign flip";
    r.n = r.n_clusters = c.n_items;
    drop_interval_of_few(r);
    return std::vector{r};
  });
}

std::vector<Result> trend(const MetricInput& input) {
  return by_cut_treatment(input, [](const std::vector<ItemCuts>& items) {
    std::vector<stats::TrendPoint> points;
    for (std::size_t i = 0; i < items.size(); ++i)
      for (const CutAnswer& cut : items[i].cuts)
        if (cut.read()) points.push_back({static_cast<std::int64_t>(i), cut.at, changed(cut)});
    std::vector<Result> out;
    for (const bool within : {false, true}) {
      const stats::ClusterTrend t = within ? stats::cluster_trend_within(points) : stats::cluster_trend(points);
      Result& r =
          out.emplace_back(t.z.value ? tested(*t.z.value, 0, t.p.value, "score") : undefined(t.z.why_undefined));
      r.group["items_compared"] = within ? "each with itself" : "with each other";
      r.n = t.n;
      r.n_clusters = t.n_items;
    }
    return out;
  });
}

// Shares of the answer's mentions before the cut, by slot; nothing where there are none.
std::optional<std::vector<double>> mention_shares(const CutAnswer& cut, int m) {
  std::vector<double> out(static_cast<std::size_t>(m));
  double n = 0;
  for (const Mention& mention : cut.answer->reading.mentions) {
    const int slot = mention.letter - 'A';
    if (slot < 0 || slot >= m || mention.pos >= cut.at * cut.answer->reading.n_chars) continue;
    ++out[static_cast<std::size_t>(slot)];
    ++n;
  }
  if (n == 0) return std::nullopt;
  for (double& share : out) share /= n;
  return out;
}

std::vector<Result> exposed(const MetricInput& input) {
  return by_cut_treatment(input, [](const std::vector<ItemCuts>& items) {
    std::vector<stats::ExposedChange> changes;
    for (std::size_t i = 0; i < items.size(); ++i)
      for (const CutAnswer& cut : items[i].cuts) {
        if (!cut.read() || !cut.changed()) continue;
        auto shares = mention_shares(cut, items[i].rows->item->n_options());
        if (!shares) continue;
        changes.push_back({static_cast<std::int64_t>(i), *cut.answer->reading.slot, *cut.continuation->reading.slot,
                           *std::move(shares)});
      }
    const stats::Exposure e = stats::exposure(changes);
    Result r = estimated(e.log_odds, e.interval);
    r.null = 0;
    r.p = e.p.value;
    r.p_kind = "t";
    r.n = e.n;
    r.n_clusters = e.n_items;
    return std::vector{r};
  });
}

}  // namespace

constexpr auto kNeeds = "continuations of cut answers";
constexpr auto kP = "arXiv 2605.06672, sec. 5.3";

extern constinit const Metric kChangeRate{
    .name = "change_rate",
    .summary =
        "Share of the sampled continuations of a cut answer that answer another content, by where it was cut; "
        "\"resample\" is the whole answer again at the same temperature.",
    .unit = "share",
    .source = kP,
    .needs = kNeeds,
    .compute = change_rate,
};
extern constinit const Metric kDuplicateShare{
    .name = "duplicate_share",
    .summary =
        "Of the draws of a cut but the first, those whose text an earlier one has: how far the draws are repeats of "
        "one another. Texts are compared by 64-bit hashes.",
    .unit = "share",
    .source = "brink; statistics.md 6",
    .needs = kNeeds,
    .compute = duplicate_share,
};
extern constinit const Metric kSideDifference{
    .name = "change_before_less_after",
    .summary = "Change rate of cuts before the commitment point less that of cuts behind it, item by item; sign flips.",
    .unit = "share",
    .source = "brink; after arXiv 2605.06672, sec. 5.3",
    .needs = kNeeds,
    .compute = sides,
};
extern constinit const Metric kChangeTrend{
    .name = "change_trend",
    .summary = "Does the change rate fall (z < 0) the later an answer is cut? Score test with items as clusters.",
    .unit = "sd",
    .source = "brink; statistics.md 6",
    .needs = kNeeds,
    .compute = trend,
};
extern constinit const Metric kExposure{
    .name = "exposure",
    .summary = "Log-odds that a changed answer goes to what was mentioned before the cut: only it against never it.",
    .unit = "logits",
    .source = "brink; McFadden 1974",
    .needs = kNeeds,
    .compute = exposed,
};

}  // namespace brink
